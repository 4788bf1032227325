/**
 * A server of boardgame.io for `bench/rival.py`, with a game for two like Big Points: R1 to R9, without extra moves.
 *
 *     node server.mjs [folder]
 *
 * With a folder it stores matches there, in boardgame.io's FlatFile, otherwise in memory, which is its default. It
 * prints its address.
 */

import { FlatFile, Server } from "boardgame.io/dist/cjs/server.js";
import { INVALID_MOVE } from "boardgame.io/dist/cjs/core.js";

const PAWNS = ["B", "R", "Y", "G", "P"];
const COLOURS = [...PAWNS, "W", "K"];
const STAIRCASE = 56;

/** R2: nine discs of each pawn's colour, five white and five black ones, in any order. */
function layOut(random) {
  const coloured = PAWNS.flatMap((colour) => Array(9).fill(colour));
  return {
    path: random.Shuffle([...coloured, ...Array(5).fill("W"), ...Array(5).fill("K")]),
    pawns: Object.fromEntries(PAWNS.map((pawn) => [pawn, 0])),
    steps: [],
    hands: [0, 1].map(() => Object.fromEntries(COLOURS.map((colour) => [colour, 0]))),
  };
}

/** R5: the index of the nearest free disc in a direction, or -1. */
function nearestDisc(G, from, step) {
  const occupied = Object.values(G.pawns);
  for (let at = from + step; at >= 0 && at < G.path.length; at += step) {
    if (G.path[at] !== null && !occupied.includes(at + 1)) return at;
  }
  return -1;
}

/** R4 to R8: a pawn goes on, and a disc goes to the hand. */
function go({ G, playerID }, pawn, side) {
  if (!PAWNS.includes(pawn) || G.pawns[pawn] === STAIRCASE) return INVALID_MOVE;
  const at = G.path.indexOf(pawn, G.pawns[pawn]);
  const climbs = at < 0;
  if (climbs ? side !== "up" : side !== "ahead" && side !== "behind") return INVALID_MOVE;
  if (climbs) {
    G.pawns[pawn] = STAIRCASE;
    G.steps.push(pawn);
    G.hands[playerID][pawn] += 1;
    return;
  }
  G.pawns[pawn] = at + 1;
  const taken = nearestDisc(G, at, side === "ahead" ? 1 : -1);
  if (taken < 0) return INVALID_MOVE;
  G.hands[playerID][G.path[taken]] += 1;
  G.path[taken] = null;
}

/** Begins another game once all pawns are on the staircase. */
function again({ G, random }) {
  return G.steps.length === PAWNS.length ? layOut(random) : INVALID_MOVE;
}

/** Of the other hand only the number of its discs. */
function hideHand({ G, playerID }) {
  const discs = (hand) => Object.values(hand).reduce((sum, count) => sum + count, 0);
  return { ...G, hands: G.hands.map((hand, seat) => (String(seat) === playerID ? hand : discs(hand))) };
}

const game = {
  name: "big-points",
  setup: ({ random }) => layOut(random),
  moves: { go, again },
  turn: { minMoves: 1, maxMoves: 1 },
  playerView: hideHand,
  disableUndo: true, // It would keep a copy of the state for each move.
  minPlayers: 2,
  maxPlayers: 2,
};

const folder = process.argv[2];
const server = Server({ games: [game], origins: [], db: folder && new FlatFile({ dir: folder }) });
const listen = server.app.listen.bind(server.app);
server.app.listen = (port, done) => listen(port, "127.0.0.1", done); // `run` has no option for the host.
const { appServer } = await server.run(0);
console.error = () => {}; // It would print a line for each refused move.
console.log(`http://127.0.0.1:${appServer.address().port}`);
