import { expect, test } from "vitest";

import { LESSONS, judge, lessonNumber } from "./lessons";

const plies = (...moves: string[]) => moves.map((move) => ({ move }));

test("a lesson goes on until its move is made", () => {
  expect(judge([["R+"]], [])).toBe("going");
  expect(judge([["R+"]], plies("R+"))).toBe("done");
});

test("another move is a friendly try again", () => {
  expect(judge([["R+"]], plies("R-"))).toBe("wrong");
  expect(judge([["B<+"]], plies("."))).toBe("wrong");
});

test("a black disc is spent by any second move, and kept by ending the turn", () => {
  expect(judge(["any", "any"], plies("B+"))).toBe("going");
  expect(judge(["any", "any"], plies("B+", "R-"))).toBe("done");
  expect(judge(["any", "any"], plies("B+", "."))).toBe("wrong");
});

test("an address names one of the eight lessons, or the first", () => {
  expect(LESSONS).toHaveLength(8);
  expect(["1", "8", "9", "0", "2.5", "Anna", undefined].map(lessonNumber)).toEqual([1, 8, 1, 1, 1, 1, 1]);
});
