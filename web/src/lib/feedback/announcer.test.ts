import { beforeEach, expect, test, vi } from "vitest";

import { announce, announcement } from "./announcer.svelte";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
  vi.advanceTimersByTime(10_000);
  return () => vi.useRealTimers();
});

test("what comes right after something else is said behind it", () => {
  announce("Ben: red climbs.");
  announce("You win.");
  expect(announcement().trim()).toBe("Ben: red climbs. You win.");
});

test("what comes later is said alone", () => {
  announce("Ben: red climbs.");
  vi.advanceTimersByTime(1000);
  announce("Your turn.");
  expect(announcement().trim()).toBe("Your turn.");
});

test("what is said twice is heard twice", () => {
  announce("Your turn.");
  const first = announcement();
  vi.advanceTimersByTime(1000);
  announce("Your turn.");
  expect(announcement()).not.toBe(first);
});
