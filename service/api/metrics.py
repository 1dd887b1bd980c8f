"""Figures for Prometheus. No label holds an id, a name or a token: operations and statuses only."""

import os
from collections.abc import Iterable
from time import monotonic

from flask import Flask, Response, g, request
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from service.api.auth import table
from service.errors import NotFound, StoreError
from service.play import health
from service.play.table import Table

SECONDS = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 30.0)
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
SHARED_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""Where several web processes of one machine add up their figures: prometheus_client's own variable."""


class Metrics:
    """The figures of this process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        labels = ("operation", "method", "status")
        self.answers = Counter("hubcaps_answers", "Answers.", labels, registry=self.registry)
        self.seconds = Histogram(
            "hubcaps_answer_seconds", "Time to the answer; a poll's includes its wait.", ("operation", "method"),
            buckets=SECONDS, registry=self.registry,
        )  # fmt: skip

        self._children: dict[tuple[str, str, int], tuple[Counter, Histogram]] = {}

    def count(self, operation: str, method: str, status: int, seconds: float) -> None:
        """One answer more."""
        which = (operation, method, status)
        if which not in self._children:
            answers = self.answers.labels(operation, method, str(status))
            self._children[which] = (answers, self.seconds.labels(operation, method))
        answers, times = self._children[which]
        answers.inc()
        times.observe(seconds)

    def text(self, at: Table) -> bytes:
        """All figures, also those of the store."""
        registry = self.registry
        if os.environ.get(SHARED_FOLDER):
            registry = CollectorRegistry()
            MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        own = CollectorRegistry()
        own.register(Figures(at))
        return generate_latest(registry) + generate_latest(own)


class Figures(Collector):
    """What is read at the moment of asking."""

    def __init__(self, at: Table) -> None:
        self._table = at

    def collect(self) -> Iterable[GaugeMetricFamily]:
        """The waits of this process, and what is due in the store; without the store only the first."""
        yield GaugeMetricFamily("hubcaps_waits", "Waiting polls and streams of this process.", len(self._table.hub))
        try:
            due, seen = health.overdue(self._table), health.clock_seen_ms(self._table)
        except StoreError:
            yield GaugeMetricFamily("hubcaps_store_up", "Whether the store answers.", 0)
            return
        yield GaugeMetricFamily("hubcaps_store_up", "Whether the store answers.", 1)
        yield GaugeMetricFamily(
            "hubcaps_overdue_seconds", "How long the oldest entry has been due.", due.oldest_ms / 1000
        )
        yield GaugeMetricFamily("hubcaps_due_entries", "Entries that wait for their time.", due.waiting)
        yield GaugeMetricFamily("hubcaps_leased_entries", "Entries that somebody is at.", due.leased)
        if seen is not None:
            yield GaugeMetricFamily("hubcaps_clock_seen_seconds", "How long ago a clock last looked.", seen / 1000)


def register(app: Flask) -> None:
    """Count every answer of this application, and show the figures on the address that is theirs."""
    metrics = Metrics()

    def begin() -> None:
        g.began = monotonic()

    def count(answer: Response) -> Response:
        method = request.method if request.method in METHODS else "other"
        metrics.count(request.endpoint or "none", method, answer.status_code, monotonic() - g.began)
        return answer

    def show() -> Response:
        allowed = table().settings.metrics_address.rpartition(":")[2]
        if not allowed or request.environ.get("SERVER_PORT") != allowed:
            raise NotFound("There is nothing here.")
        return Response(metrics.text(table()), content_type=CONTENT_TYPE_LATEST)

    app.before_request(begin)
    app.after_request(count)
    app.add_url_rule("/metrics", "metrics", show, methods=["GET"])
