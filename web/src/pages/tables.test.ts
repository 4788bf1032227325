import { beforeAll, expect, test } from "vitest";

import { setLanguage } from "../lib/i18n/i18n.svelte";
import { ago, finishedGames, isMyTurn, people } from "./tables";

const MINUTE = 60_000;

beforeAll(() => setLanguage("en"));

test("a table waits for me if the turn is one of my seats", () => {
  expect(isMyTurn({ state: "playing", turn: 2, yours: [1, 2], bots: [null, null, null] })).toBe(true);
  expect(isMyTurn({ state: "playing", turn: 3, yours: [1, 2], bots: [null, null, null] })).toBe(false);
  expect(isMyTurn({ state: "over", turn: null, yours: [1], bots: [null, null, null] })).toBe(false);
  expect(isMyTurn({ state: "playing", turn: 1, yours: [1], bots: ["level3", null] })).toBe(false);
});

test("bots are called as at the table, together if they are the same, and free seats by nothing", () => {
  expect(people({ names: ["Anna", "level3", ""], bots: [null, "level3", null] })).toBe("Anna, Learner");
  expect(people({ names: ["Anna", "level6", "level6"], bots: [null, "level6", "level6"] })).toBe("Anna, Master ×2");
});

test("a person may be called as a bot is", () => {
  expect(people({ names: ["level3"], bots: [null] })).toBe("level3");
});

test("the games of a table that are over can be shown again, the newest first", () => {
  expect(finishedGames({ state: "open", game: 0 })).toEqual([]);
  expect(finishedGames({ state: "playing", game: 1 })).toEqual([]);
  expect(finishedGames({ state: "playing", game: 3 })).toEqual([2, 1]);
  expect(finishedGames({ state: "over", game: 2 })).toEqual([2, 1]);
});

test.each([
  [0, "this minute"],
  [5 * MINUTE, "5 minutes ago"],
  [26 * 60 * MINUTE, "yesterday"],
])("%i ms ago is %s", (past, words) => {
  expect(ago(1_000_000_000_000 - past, 1_000_000_000_000)).toBe(words);
});
