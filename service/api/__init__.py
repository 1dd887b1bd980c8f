"""HTTP: the only place that knows flask, flask-smorest and marshmallow. `application` puts it together.

A request goes through here from the top down:

    auth        who asks; which routes can be used without a token
    limiting    what each request costs
    operations  a route's name, body, query, answer and refusals, in one decorator that also documents them
    reading     bodies, queries and headers, read strictly; schemas: what they may hold
    players, games, seats, actions, feed, stream, inbox, fairness, afterwards, rulesets, health, docs    the resources
    answers     the bodies of answers, and how they are encoded
    caching     ETag and 304, and the headers of every answer
    errors      every refusal and failure as one shape; the only place that knows statuses
    metrics     figures for Prometheus
    openapi     the document
"""
