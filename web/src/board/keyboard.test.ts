import { expect, test } from "vitest";

import { nextSpot } from "./keyboard";

/** A snake of two rows: 0 1 2 above, 5 4 3 below. */
const SPOTS = [0, 1, 2, 2, 1, 0].map((x, index) => ({ x, y: index < 3 ? 0 : 1 }));

test.each([
  ["ArrowRight", 1, 2],
  ["ArrowLeft", 1, 0],
  ["ArrowRight", 5, 5],
  ["ArrowLeft", 0, 0],
  ["ArrowDown", 0, 5],
  ["ArrowUp", 4, 1],
  ["ArrowUp", 1, 1],
  ["Home", 4, 0],
  ["End", 1, 5],
])("%s leads from %i to %i", (key, from, to) => {
  expect(nextSpot(SPOTS, from, key)).toBe(to);
});

test("other keys lead nowhere", () => {
  expect(nextSpot(SPOTS, 1, "a")).toBeUndefined();
});
