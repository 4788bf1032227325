import { expect, test } from "vitest";

import { chosenOptions, playersFor, timesFor } from "./options";

test("The options that are on are named, wires at places of one's own among them", () => {
  expect(chosenOptions({ series: true, wires: [3, 9], hints: false })).toEqual(["series", "wires"]);
  expect(chosenOptions({})).toEqual([]);
});

test("A turn may take the usual times, or the one that the table was made with", () => {
  expect(timesFor({})).toEqual([null, 30, 60, 120, 300]);
  expect(timesFor({ turn_seconds: 45 })).toEqual([null, 30, 45, 60, 120, 300]);
});

test("A table never gets too small for those who sit at it", () => {
  expect(playersFor([true, false, false])).toEqual([2, 3, 4, 5]);
  expect(playersFor([true, false, true, false])).toEqual([3, 4, 5]);
});
