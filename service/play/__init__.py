"""Use cases: what callers, bots and deadlines do to a game. Knows neither flask nor redis nor rq.

Every use case takes the `Table` first (store, hub, settings), then who asks, then what. Where to look:

    table        the Table and the Caller
    record       what a game stores beside the state of its rules
    document     the game document, and its ETag
    transcript   what was told, as stored and as each seat may read it
    position     a game as loaded; change: what is to be committed
    lobby        create, list, look, take and free seats
    moves        act
    watch        the feed
    deadlines    which clock a question has
    bots         when a bot answers, and what
    sweep        what falls due; clock: who finds it
    fairness     seeds, commitments, the check
    players      names and tokens
    health       whether the store can be used
"""
