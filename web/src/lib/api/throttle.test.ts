import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { Throttle } from "./throttle";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A throttle, the newest value, and what was sent when. */
function watched() {
  const began = Date.now();
  const sent: [number, string][] = [];
  const newest = { value: "" };
  const throttle = new Throttle(() => sent.push([Date.now() - began, newest.value]));
  const tap = (value: string): void => {
    newest.value = value;
    throttle.request();
  };
  return { sent, tap, throttle };
}

test("the first is sent at once, of those that follow only the newest", () => {
  const { sent, tap } = watched();
  for (const value of ["a", "b", "c"]) tap(value);
  expect(sent).toEqual([[0, "a"]]);
  vi.advanceTimersByTime(1000);
  expect(sent).toEqual([
    [0, "a"],
    [300, "c"],
  ]);
});

test("who taps on and on sends at most every 300 ms, and the last one in the end", () => {
  const { sent, tap } = watched();
  for (let n = 0; n < 100; n++) {
    tap(`${n}`);
    vi.advanceTimersByTime(50);
  }
  vi.advanceTimersByTime(1000);
  expect(sent.length).toBeLessThanOrEqual(18);
  for (const [index, [at]] of sent.entries()) expect(at).toBe(300 * index);
  expect(sent.at(-1)?.[1]).toBe("99");
});

test("after a pause the next one is sent at once again", () => {
  const { sent, tap } = watched();
  tap("a");
  vi.advanceTimersByTime(300);
  tap("b");
  expect(sent).toEqual([
    [0, "a"],
    [300, "b"],
  ]);
});

test("what waits is sent when it must not wait any longer, and once", () => {
  const { sent, tap, throttle } = watched();
  tap("a");
  tap("b");
  throttle.flush();
  throttle.flush();
  vi.advanceTimersByTime(1000);
  expect(sent).toEqual([
    [0, "a"],
    [0, "b"],
  ]);
});

test("sending may itself ask for what waits, and the pause stays", () => {
  let sent = 0;
  const throttle: Throttle = new Throttle(() => {
    sent += 1;
    throttle.flush();
  });
  for (let n = 0; n < 5; n++) throttle.request();
  expect(sent).toBe(1);
  vi.advanceTimersByTime(1000);
  expect(sent).toBe(2);
});
