"""A bot for any ruleset, in the standard library alone: python bot.py RULESET PLAYERS URL."""

import json
import random
import sys
import urllib.request

ruleset, players, url = sys.argv[1:]
headers = {"Content-Type": "application/json"}


def call(method, path, body=None):
    request = urllib.request.Request(url + path, body and json.dumps(body).encode(), headers, method=method)
    with urllib.request.urlopen(request, timeout=40) as answer:
        return json.load(answer)


def value(domain):  # chooses by chance: make this better
    if not isinstance(domain, dict):
        return domain
    if "subset_of" in domain:
        return random.sample(domain["subset_of"], random.randint(domain["min"], domain["max"]))
    return random.choice(domain["one_of"]) if "one_of" in domain else random.randint(domain["from"], domain["to"])


headers["Authorization"] = "Bearer " + call("POST", "/v1/players", {"name": "Example bot"})["token"]
call("POST", "/v1/games", {"ruleset": ruleset, "players": int(players), "bots": ["steady"] * (int(players) - 1)})
after, game = "", {"result": None}
while not game["result"]:
    news = call("GET", "/v1/me/events?wait=20&include=game&limit=20" + after)
    after = "&after=" + news["cursor"]
    for event in news["events"]:
        game = event.get("game_document") or call("GET", f"/v1/games/{event['game']}")
        offers = [offer for offer in game["offers"] if game["prompt"] and offer["prompt"] == game["prompt"]["id"]]
        if offers:
            try:
                action = {name: value(domain) for name, domain in random.choice(offers).items()}
                call("POST", f"/v1/games/{game['id']}/actions?brief=1", action)
            except urllib.error.HTTPError:
                pass  # somebody else was first: the next event tells
print(game["result"])
