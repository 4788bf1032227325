import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { reloadOnce } from "./reload";

const reload = vi.fn();

beforeEach(() => {
  const kept = new Map<string, string>();
  const storage = { getItem: (key: string) => kept.get(key) ?? null, setItem: kept.set.bind(kept) };
  vi.stubGlobal("sessionStorage", storage);
  vi.stubGlobal("location", { reload });
  reload.mockClear();
});

afterEach(() => vi.unstubAllGlobals());

test("the page is loaded anew once for each contract", () => {
  expect([reloadOnce(3), reloadOnce(3), reloadOnce(4)]).toEqual([true, false, true]);
  expect(reload).toHaveBeenCalledTimes(2);
});

test("a browser that remembers nothing is not reloaded, since that might never end", () => {
  vi.stubGlobal("sessionStorage", undefined);
  expect(reloadOnce(3)).toBe(false);
  expect(reload).not.toHaveBeenCalled();
});
