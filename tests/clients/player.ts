// Plays a whole game with the generated types: node player.js URL. Type-checked before it is run.
import createClient, { type Client } from "openapi-fetch";

import type { components, paths } from "./api.js";

type Schemas = components["schemas"];
type Game = Schemas["SituationalAwarenessGame"];
type Offer = Schemas["SituationalAwarenessOffer"];
type Action = Schemas["SituationalAwarenessAction"];
type Against = Schemas["SituationalAwarenessSaveAction"]["against"];

const text = (domain: string | Schemas["OneOfTexts"]): string =>
  typeof domain === "string" ? domain : domain.one_of[0]!;

const number = (domain: number | Schemas["OneOfIntegers"] | Schemas["Span"]): number =>
  typeof domain === "number" ? domain : "from" in domain ? domain.from : domain.one_of[0]!;

const fewest = (domain: Schemas["Subset"]): string[] => domain.subset_of.slice(0, domain.min);

/** The first action that an offer stands for. */
function filled(offer: Offer): Action {
  const { prompt } = offer;
  switch (offer.type) {
    case "play":
      return {
        prompt,
        type: offer.type,
        card: text(offer.card),
        ...(offer.target !== undefined && { target: number(offer.target) }),
        ...(offer.give !== undefined && { give: text(offer.give) }),
      };
    case "set_trap":
      return { prompt, type: offer.type, card: text(offer.card) };
    case "save":
      return { prompt, type: offer.type, card: text(offer.card), against: text(offer.against) as Against };
    case "pit_stop":
      return { prompt, type: offer.type, discard: fewest(offer.discard) };
    case "discard":
      return { prompt, type: offer.type, cards: fewest(offer.cards) };
    case "end_turn":
    case "dashcam":
    case "pile_up":
    case "spring":
    case "police_escort":
    case "pass":
      return { prompt, type: offer.type };
    default:
      return offer satisfies never;
  }
}

function ours(game: Schemas["Game"] | null | undefined): Game {
  if (game?.ruleset !== "situational-awareness") throw new Error(`not the game: ${JSON.stringify(game)}`);
  return game;
}

/** The game after an answer of ours. */
async function moved(client: Client<paths>, game: Game): Promise<Game> {
  const body = filled(game.offers[0]!);
  const { data, error } = await client.POST("/v1/games/{id}/actions", { params: { path: { id: game.id } }, body });
  if (error && !("game" in error)) throw new Error(error.detail);
  return ours(data ? data.game : error.game);
}

/** The game after what others did. */
async function waited(client: Client<paths>, game: Game): Promise<Game> {
  const { data, error } = await client.GET("/v1/games/{id}/events", {
    params: { path: { id: game.id }, query: { after: game.cursor, wait: 25, game: "1" } },
  });
  if (error) throw new Error(error.detail);
  return data.game ? ours(data.game) : game;
}

const baseUrl = process.argv[2]!;
const { data: player } = await createClient<paths>({ baseUrl }).POST("/v1/players", { body: { name: "Ada" } });
if (!player) throw new Error("no token");
const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${player.token}` } });
const made = await client.POST("/v1/games", {
  body: { ruleset: "situational-awareness", players: 3, bots: ["steady", "random"] },
});
if (made.error) throw new Error(made.error.detail);
let game = ours(made.data);
while (game.status === "running")
  game = game.asked?.seats.includes(game.seat!) ? await moved(client, game) : await waited(client, game);
console.log(game.status, JSON.stringify(game.result!.ranking.flat().sort()));
