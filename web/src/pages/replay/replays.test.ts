import { beforeAll, expect, test } from "vitest";

import type { ReplayGame } from "../../lib/api/contract";
import { loadMoreTexts, setLanguage } from "../../lib/i18n/i18n.svelte";
import { faultWords, linkedPosition, nameOf, playOnRequest, positionLink } from "./replays";

const POSITION = "RB 0,0 BR -/- 2 m";

beforeAll(async () => {
  await setLanguage("en");
  await loadMoreTexts();
});

test("a position survives its link", () => {
  const link = positionLink(POSITION);
  expect(link).not.toContain(" ");
  expect(linkedPosition(decodeURIComponent(link.split("/").at(-1) ?? ""))).toBe(POSITION);
});

test("who plays on sits where the turn is, among bots", () => {
  const frame = { position: POSITION, turn: 2, ply: null, comments: [] };
  expect(playOnRequest(frame, 3, "Anna", "level4").seats).toEqual([
    { bot: "level4" },
    { name: "Anna" },
    { bot: "level4" },
  ]);
});

function called(...names: string[]): string[] {
  const game = { names } as unknown as ReplayGame;
  return names.map((_, index) => nameOf(game, index + 1));
}

test("bots go by their level, unknown ones by their own name, the nameless by their seat", () => {
  expect(called("Anna", "bot:level3", "bot:tinker", "")).toEqual(["Anna", "Learner", "tinker", "Player 4"]);
});

test("bots of the same level are told apart", () => {
  expect(called("bot:level1", "Anna", "bot:level1")).toEqual(["Child 1", "Anna", "Child 3"]);
});

test("a fault is quoted and placed", () => {
  const words = faultWords({ code: "bad_record", problem: "bad_notation", found: "Q+", line: 6, column: 4 });
  expect(words).toContain("Q+");
  expect(words).toContain("6");
  expect(words).toContain("4");
});

test("a move that cannot be played is named", () => {
  expect(faultWords({ code: "bad_record", problem: "illegal_move", move: "B^", line: 1, column: 1 })).toContain("B^");
});
