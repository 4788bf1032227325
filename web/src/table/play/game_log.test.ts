import { beforeEach, expect, test, vi } from "vitest";

import type { LogLine } from "../../lib/api/contract";
import { readGame } from "./game_log";

const fetched = vi.fn<typeof fetch>();

beforeEach(() => {
  fetched.mockReset();
  vi.stubGlobal("fetch", fetched);
});

/** The server answers with these lines, at a version of the table. */
function answer(version: number, ...versions: number[]): void {
  const log = versions.map((each): LogLine => ({ version: each, at: 0, kind: "ply" }));
  fetched.mockResolvedValueOnce(Response.json({ version, log }));
}

function asked(): unknown[] {
  return fetched.mock.calls.map(([path]) => path);
}

test("a game of one page is asked for once", async () => {
  answer(9, 7, 8, 9);
  expect((await readGame("A B")).log.map((line) => line.version)).toEqual([7, 8, 9]);
  expect(asked()).toEqual(["/api/tables/A%20B/log?last_game=true&after=0"]);
});

test("a longer one is read to its end, also if it goes on meanwhile", async () => {
  answer(10, 7, 8);
  answer(11, 9, 10);
  answer(11, 11);
  const { version, log } = await readGame("AB");
  expect([version, ...log.map((line) => line.version)]).toEqual([11, 7, 8, 9, 10, 11]);
  expect(asked().slice(1)).toEqual([8, 10].map((after) => `/api/tables/AB/log?last_game=true&after=${after}`));
});

test("nothing more is asked for where nothing comes", async () => {
  answer(10, 7, 8);
  answer(10);
  expect((await readGame("AB")).log).toHaveLength(2);
});
