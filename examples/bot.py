"""A bot for any ruleset, in the standard library alone: python3 bot.py RULESET PLAYERS URL."""

import json
import random
import sys
import time
import urllib.request

ruleset, players, url = sys.argv[1:] if len(sys.argv) == 4 else sys.exit(__doc__)
headers = {"Content-Type": "application/json"}


def call(method, path, body=None):
    request = urllib.request.Request(url + path, body and json.dumps(body).encode(), headers, method=method)
    while True:
        try:
            return json.load(urllib.request.urlopen(request, timeout=40))
        except urllib.error.HTTPError as refusal:
            return json.load(refusal)
        except OSError:  # the service starts anew: send it again
            time.sleep(1)


def value(domain):  # chooses by chance: make this better
    if not isinstance(domain, dict):
        return domain
    if "subset_of" in domain:
        return random.sample(domain["subset_of"], random.randint(domain["min"], domain["max"]))
    return random.choice(domain["one_of"]) if "one_of" in domain else random.randint(domain["from"], domain["to"])


headers["Authorization"] = "Bearer " + call("POST", "/v1/players", {"name": "Example bot"})["token"]
wish = {"ruleset": ruleset, "players": int(players), "bots": ["steady"] * (int(players) - 1)}
game, after = call("POST", "/v1/games", wish), ""
while game.get("result", game) is None:
    news = call("GET", "/v1/me/events?wait=20&include=game&limit=20" + after)
    after = f"&after={news['cursor']}" if "cursor" in news else ""
    for event in news.get("events", []):
        game = event.get("game_document") or call("GET", f"/v1/games/{event['game']}")
        offers = [offer for offer in game["offers"] if game["prompt"] and offer["prompt"] == game["prompt"]["id"]]
        if offers:
            action = {name: value(domain) for name, domain in random.choice(offers).items()}
            call("POST", f"/v1/games/{game['id']}/actions?brief=1", action)  # refused: the next event tells
print(game.get("result") or game["detail"])
