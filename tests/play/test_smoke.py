def test_smoke(running, table):
    g = running()
    d = g.look()
    import msgspec
    print(msgspec.json.format(msgspec.json.encode(d)).decode()[:3000])
    print(g.attack())
    d = g.look()
    print(d.asked, d.version)
