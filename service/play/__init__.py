"""Use cases: what callers, bots and deadlines do to a game. Knows neither flask nor redis nor rq.

Every use case takes the `Table` first (store, hub, settings), then who asks, then what. Where to look:

    table        the Table, the Caller, the Key
    record       what a game stores beside the state of its rules; position: a game as loaded
    document     the game document, and its ETag
    transcript   what was told, as stored and as each seat may read it; announcements: what the table itself tells

    lobby        create, look, take and free seats; opening: what was wished; seats: who sits where; codes: join codes
    lists        the lobby's list and a player's own; quotas: how much there may be
    moves        act; answer: what was sent
    rounds       load, judge, commit, and again; change: what is to be committed
    repeats      Idempotency-Keys on routes of no game
    watch        a game's feed; inbox: a player's own; waiting: for either; shared: many readers, one fetch
    notices      hints to players, for the inbox

    deadlines    which clock a question has; timeouts: what happens when it is over
    bots         when a bot answers, and what; thinking: the bot that searches
    sweep        what falls due; overdue: what that is; clock: who finds it

    players      names and tokens; leaving: who is erased
    rematch, replay, fairness    after the end
    health       whether the store can be used; faults: where one was, without what was played; times: as they are shown
"""
