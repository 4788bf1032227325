import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { Refused, get, prefetch } from "./rest";

const fetched = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", fetched);
  fetched.mockReset();
  fetched.mockImplementation(() => Promise.resolve(Response.json({ number: fetched.mock.calls.length })));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("what was asked for ahead is given once", async () => {
  prefetch("/tables/A");
  expect(await get("/tables/A")).toEqual({ number: 1 });
  expect(await get("/tables/A")).toEqual({ number: 2 });
});

test("what was asked for ahead is given to who wants it, and to nobody else", async () => {
  prefetch("/tables/A");
  expect(await get("/tables/B")).toEqual({ number: 2 });
  expect(await get("/tables/A")).toEqual({ number: 1 });
});

test("what nobody wanted for long is asked for again", async () => {
  prefetch("/tables/A");
  vi.advanceTimersByTime(20_000);
  expect(await get("/tables/A")).toEqual({ number: 2 });
});

test("a refusal reaches who wants the answer", async () => {
  fetched.mockResolvedValue(Response.json({ refused: { code: "no_such_table" } }, { status: 404 }));
  prefetch("/tables/A");
  await expect(get("/tables/A")).rejects.toThrow(Refused);
});
