import { expect, test } from "vitest";
import type { PackedView } from "./contract";
import { tableView } from "./views.testing";
import { wholeView } from "./unpack";

const PACKED: PackedView = {
  version: 4,
  table: "GZXUWWM7",
  game: 1,
  setup: { colours: 2, wires: true },
  seats: [
    { name: "Anna", person: true },
    { bot: "level3", away: true },
  ],
  position: "B.RBR 1,0 BR ?4!2/?0 2 x",
  moves: ["B+ 4 5R", "B^ s1 B", "R= 3 -", "R- 3 1B 1:2", "."],
  last: ["1 person 0 B+ 1 2K", "1 - - ."],
  yours: [1],
  seat: 1,
  hand: "B2WK!2",
  worth: [
    [0, 1],
    [1, 3, 2],
    [0, 0],
  ],
  bounds: [0, 5],
  undo: { 1: true },
};

test("what was left out has its usual value", () => {
  const view = wholeView(PACKED);
  expect(view).toMatchObject({ state: "playing", turn: 2, owner: false, standings: null, request: null, result: null });
  expect(view.setup).toMatchObject({ players: 2, colours: 2, wires: true, shape: "snake" });
  expect(view.seats).toEqual([
    { seat: 1, name: "Anna", bot: null, person: true, free: false, away: false, discs: 4, penalties: 2 },
    { seat: 2, name: "", bot: "level3", person: false, free: false, away: true, discs: 0, penalties: 0 },
  ]);
});

test("moves and plies have their effects", () => {
  const view = wholeView(PACKED);
  expect(view.moves).toEqual([
    { move: "B+", to: "4", takes: 5, disc: "R" },
    { move: "B^", to: "s1", takes: 0, disc: "B" },
    { move: "R=", to: "3", takes: 0, disc: "" },
    { move: "R-", to: "3", takes: 1, disc: "B", wires: [1, 2] },
    { move: "." },
  ]);
  expect(view.last).toEqual([
    { seat: 1, by: "person", from: "0", move: "B+", to: "1", takes: 2, disc: "K" },
    { seat: 1, by: null, move: "." },
  ]);
});

test("the hand of your seat is in the position, with the worth of each colour", () => {
  const view = wholeView(PACKED);
  expect(view.position).toBe("B.RBR 1,0 BR B2WK!2/?0 2 x");
  expect(view.hand).toEqual({
    seat: 1,
    discs: [
      { colour: "B", count: 2, now: null, least: 0, most: 1 },
      { colour: "W", count: 1, now: 2, least: 1, most: 3 },
      { colour: "K", count: 1, now: 0, least: 0, most: 0 },
    ],
    penalties: 2,
    least: 0,
    most: 5,
  });
  expect(view.undo).toEqual([{ seat: 1, possible: true, free: true }]);
});

test("who only watches has no hand, and before the game there is no position", () => {
  const { table, version, game, setup, seats, position, moves, last } = PACKED;
  const watched = wholeView({
    table,
    version,
    game,
    setup,
    seats,
    position: position ?? "",
    moves: moves ?? [],
    last: last ?? [],
  });
  expect(watched).toMatchObject({ hand: null, seat: null, yours: [], undo: [], clock_ms: null, position });
  const open = wholeView({ table, version, game: 0, setup, seats });
  expect(open.state).toBe("open");
  expect(open).not.toHaveProperty("position");
});

test("a finished game is nobody's turn", () => {
  const over = wholeView({
    ...PACKED,
    position: "B.... s1,s0 - BK/- 2 e",
    moves: [],
    hand: "BK",
    worth: [
      [1, 1],
      [0, 0],
    ],
  });
  expect(over).toMatchObject({ state: "over", turn: null, moves: [] });
});

test("a whole view of a server of before stays as it is", () => {
  const view = tableView({});
  expect(wholeView(view)).toBe(view);
});
