"""A route's name, body, query, answers and refusals, said once: what reads the request also documents it.

The typed face of flask-smorest, which collects the document from it.
"""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, TypeAlias, TypeVar

import flask_smorest
from flask import Response
from flask.views import MethodView
from marshmallow import Schema

from service.api.reading import PARSER, refuse_query

View = TypeVar("View", bound=type[MethodView])
Handler: TypeAlias = Callable[..., Response]

REFUSALS = "x-refusals"
"""Where an operation keeps its codes until the document is put together."""


class Answer:
    """One answer of an operation: what it means, the components of its body (None: it has none) and of its headers."""

    def __init__(self, meaning: str, component: str | None = None, *headers: str) -> None:
        self.meaning = meaning
        self.component = component
        self.headers = {name: {"$ref": f"#/components/headers/{name}"} for name in headers}


class Resource:
    """A group of routes, and its place in the document."""

    def __init__(self, name: str, description: str) -> None:
        self.blueprint = flask_smorest.Blueprint(name, __name__, description=description)
        self.blueprint.ARGUMENTS_PARSER = PARSER

    def route(self, rule: str) -> Callable[[View], View]:
        """The class below answers at this rule of the router."""

        def at(view: View) -> View:
            routed: View = self.blueprint.route(rule)(view)
            return routed

        return at

    def operation(
        self,
        name: str,
        answers: Mapping[int, Answer],
        *refusals: str,
        body: type[Schema] | None = None,
        query: type[Schema] | None = None,
    ) -> Callable[[Handler], Handler]:
        """The method below is the operation of this name. It is handed what was read: the body first, then the query.

        `refusals`: the codes that it gives besides those that follow from its route.
        """

        def named(handler: Handler) -> Handler:
            made: Any = self.blueprint.doc(operationId=name, **{REFUSALS: refusals})(handler)
            for status, answer in answers.items():
                made = self.blueprint.response(
                    status, answer.component, description=answer.meaning, headers=answer.headers or None
                )(made)
            made = self.blueprint.arguments(query, location="query")(made) if query else _without_query(made)
            if body is not None:
                needed = any(field.required for field in body().fields.values())
                made = self.blueprint.arguments(body, required=needed)(made)
            handled: Handler = made
            return handled

        return named


def _without_query(handler: Handler) -> Handler:
    @wraps(handler)
    def strict(*given: Any, **place: Any) -> Response:
        refuse_query()
        return handler(*given, **place)

    return strict
