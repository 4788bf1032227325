import { beforeEach, expect, test, vi } from "vitest";

import { clear, remember } from "./leftovers";

const storage = new Map<string, string>();

/** A server that answers every request so. */
function answering(status: number, code = ""): void {
  const body = JSON.stringify({ refused: { code } });
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(status === 204 ? null : body, { status })));
}

beforeEach(() => {
  storage.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
  });
  remember("AAAA");
  remember("BBBB");
});

const kept = (): unknown => JSON.parse(storage.get("bigpoints.lessons") ?? "null");

test("a lesson's table is remembered until it is deleted", async () => {
  expect(kept()).toEqual(["AAAA", "BBBB"]);
  answering(204);
  await clear("AAAA");
  expect(kept()).toEqual(["BBBB"]);
});

test("a table that is gone already is forgotten", async () => {
  answering(404, "no_such_table");
  await clear("BBBB");
  expect(kept()).toEqual(["AAAA"]);
});

test("a table that cannot be deleted now is left for a later visit", async () => {
  answering(503, "unavailable");
  await clear("AAAA");
  expect(kept()).toEqual(["AAAA", "BBBB"]);
});

test("what somebody else wrote there does no harm", () => {
  storage.set("bigpoints.lessons", "{nonsense");
  remember("CCCC");
  expect(kept()).toEqual(["CCCC"]);
});
