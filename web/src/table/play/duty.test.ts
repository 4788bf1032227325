import { expect, test } from "vitest";

import type { MoveView, PlyView, SeatView, TableView } from "../../lib/api/contract";
import { blacksForNextTurn, duty, movesHere, optionsOf, promptFor } from "./duty";

function seat(number: number, about: Partial<SeatView> = {}): SeatView {
  return { seat: number, name: `Seat ${number}`, bot: null, person: true, free: false, away: false, ...about };
}

function view(about: Partial<TableView> = {}): TableView {
  return {
    table: "GZXUWWM7",
    version: 9,
    state: "playing",
    setup: {},
    seats: [seat(1), seat(2)],
    game: 1,
    turn: 1,
    moves: [FORWARD],
    standings: null,
    owner: true,
    yours: [1],
    seat: 1,
    position: "BYBR 1,0,0 BRY K/?0 1 m",
    ...about,
  };
}

const FORWARD: MoveView = { move: "B+", to: "3", takes: 4, disc: "R" };
const BEHIND: MoveView = { move: "B-", to: "3", takes: 2, disc: "Y" };
const BACK: MoveView = { move: "B<+", to: "1", takes: 2, disc: "Y" };
const CLIMB: MoveView = { move: "R^", to: "s4", takes: 0, disc: "R" };
const LEAVE: MoveView = { move: "R^=", to: "s4", takes: 0 };
const NOTHING: MoveView = { move: "Y=", to: "2", takes: 0 };
const END: MoveView = { move: "." };
const EXTRA = "BYBR 1,0,0 BRY K2/?0 1 x";

test("whose turn it is decides what there is to do", () => {
  expect(duty(view())).toBe("move");
  expect(duty(view({ position: EXTRA }))).toBe("extra");
  expect(duty(view({ turn: 2 }))).toBe("waiting");
  expect(duty(view({ yours: [], seat: null }))).toBe("watching");
  expect(duty(view({ state: "over", turn: null }))).toBe("none");
});

test("nobody moves for the bot that stands in for them", () => {
  const away = view({ seats: [seat(1, { bot: "level3" }), seat(2)] });
  expect(duty(away)).toBe("waiting");
  expect(movesHere(away)).toEqual([]);
});

test("around one screen every seat to move can be moved for", () => {
  expect(duty(view({ yours: [1, 2], seat: null, turn: 2 }))).toBe("move");
  expect(movesHere(view({ yours: [1, 2], turn: 2 }))).toEqual([FORWARD]);
});

test("moves of others are not for this screen", () => {
  expect(movesHere(view({ turn: 2 }))).toEqual([]);
  expect(movesHere(null)).toEqual([]);
});

test("the bar has behind before ahead, and forward before backward", () => {
  expect(optionsOf([FORWARD, BEHIND, BACK]).map(({ move }) => move.move)).toEqual(["B-", "B+", "B<+"]);
});

test("an option says how a disc is taken and where one climbs", () => {
  expect(optionsOf([CLIMB, LEAVE]).map(({ manner, step }) => [manner, step])).toEqual([
    ["climb", 4],
    ["leave", 4],
  ]);
  expect(optionsOf([NOTHING])[0]?.manner).toBe("nothing");
  expect(optionsOf([BACK])[0]).toMatchObject({ manner: "ahead", backward: true, step: null });
});

test("the bar asks for a pawn, for a disc, or says what is forced", () => {
  const asked = (moves: readonly MoveView[], pawn: "B" | "R" | "Y" | null) =>
    promptFor("move", moves, pawn, pawn === null ? [] : optionsOf(moves)).kind;
  expect(asked([FORWARD, BEHIND], null)).toBe("pawn");
  expect(asked([FORWARD], null)).toBe("only_move");
  expect(asked([FORWARD, BEHIND], "B")).toBe("disc");
  expect(asked([FORWARD], "B")).toBe("only_disc");
  expect(asked([CLIMB], "R")).toBe("only_climb");
  expect(asked([CLIMB, LEAVE], "R")).toBe("climb");
  expect(asked([NOTHING], "Y")).toBe("nothing");
});

test("one disc that can be taken both ways is a question of direction", () => {
  expect(promptFor("extra", [BEHIND, BACK], "B", optionsOf([BEHIND, BACK])).kind).toBe("direction");
});

test("an extra move is offered, also if ending the turn were the only move", () => {
  expect(promptFor("extra", [FORWARD, END], null, []).kind).toBe("extra");
  expect(promptFor("extra", [END], null, []).kind).toBe("extra");
});

test("a black disc won this turn waits for the next", () => {
  const won: PlyView = { move: "B+", from: "0", to: "1", takes: 2, disc: "K", seat: 1, by: "person" };
  expect(blacksForNextTurn(view({ position: EXTRA, last: [won] }))).toBe(1);
  expect(blacksForNextTurn(view({ position: EXTRA, last: [{ ...won, disc: "R" }] }))).toBe(0);
  expect(blacksForNextTurn(view({ last: [won] })), "the turn before").toBe(0);
});
