"""A route's name, body, query, answers and refusals, said once: by this the request is read, and by this the document
is written, which flask-smorest collects.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import wraps
from typing import Any, TypeAlias, TypeVar

import flask_smorest
from flask import Response
from flask.views import MethodView
from marshmallow import Schema

from service.api import reading
from service.errors import Invalid

View = TypeVar("View", bound=type[MethodView])
Handler: TypeAlias = Callable[..., Response]

REFUSALS = "x-refusals"
"""Where an operation keeps its codes until the document is put together."""


class Answer:
    """One answer of an operation: what it means, the components of its body (None: it has none) and of its headers."""

    def __init__(self, meaning: str, component: str | None = None, *headers: str, kind: str | None = None) -> None:
        self.meaning = meaning
        self.component = component
        self.kind = kind
        self.headers = {name: {"$ref": f"#/components/headers/{name}"} for name in headers}


class Resource:
    """A group of routes, and its place in the document."""

    def __init__(self, name: str, description: str) -> None:
        self.blueprint = flask_smorest.Blueprint(name, __name__, description=description)

    def route(self, rule: str) -> Callable[[View], View]:
        """The class below answers at this rule of the router."""

        def at(view: View) -> View:
            view.init_every_request = False
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
        unfit: Callable[..., object] | None = None,
    ) -> Callable[[Handler], Handler]:
        """The method below is the operation of this name. It is handed what was read: the body first, then the query.

        `refusals`: the codes that it gives besides those that follow from its route. `unfit`: tried, with the parts of
        the path, in place of what does not fit its shape, so that a refusal that comes before 422 `invalid` in the
        contract's order is given first; it must end in one.
        """
        readers = [reading.body(body())] if body else []
        readers.append(reading.query(query()) if query else reading.no_query)

        def named(handler: Handler) -> Handler:
            @wraps(handler)
            def operate(view: MethodView, **place: Any) -> Response:
                try:
                    given = [read() for read in readers]
                except Invalid:
                    if unfit is not None:
                        with suppress(Invalid):
                            unfit(**place)
                    raise
                return handler(view, *(each for each in given if each is not None), **place)

            # flask-smorest's decorators would do all this once more for each request: they only take notes here.
            notes = self._documented(handler, name, answers, refusals, body, query)
            operate.__dict__["_apidoc"] = notes._apidoc
            return operate

        return named

    def _documented(
        self,
        handler: Handler,
        name: str,
        answers: Mapping[int, Answer],
        refusals: tuple[str, ...],
        body: type[Schema] | None,
        query: type[Schema] | None,
    ) -> Any:
        blueprint = self.blueprint
        noted: Any = blueprint.doc(operationId=name, **{REFUSALS: refusals})(handler)
        for status, answer in answers.items():
            about = {"description": answer.meaning, "headers": answer.headers or None, "content_type": answer.kind}
            noted = blueprint.response(status, answer.component, **about)(noted)
        if query is not None:
            noted = blueprint.arguments(query, location="query")(noted)
        if body is not None:
            needed = any(field.required for field in body().fields.values())
            noted = blueprint.arguments(body, required=needed)(noted)
        return noted
