import { expect, test } from "vitest";

import type { BoardWords } from "./context";
import { pileLabel, spotLabel } from "./labels";

const WORDS: BoardWords = {
  text: (key, values = {}) => [key, ...Object.values(values)].join(" "),
  piece: (colour, kind) => `${colour} ${kind}`,
};

test("a place says its disc, its pawn and what can be done there, in this order", () => {
  const facts = { disc: "R", pawn: "B", isMovable: true, isTaking: true, isLast: true, isWired: true } as const;
  expect(spotLabel(WORDS, "Place 14", facts)).toBe("Place 14, R disc, B pawn, can_move, can_take, taken_last, wire");
});

test("an empty place says so; a step, which has no discs, does not", () => {
  expect(spotLabel(WORDS, "Place 3", { disc: null })).toBe("Place 3, empty");
  expect(spotLabel(WORDS, "Step 3", {})).toBe("Step 3");
});

test("of a pawn that is chosen nobody need say that it can move", () => {
  expect(spotLabel(WORDS, "Place 3", { pawn: "B", isMovable: true, isChosen: true })).toBe("Place 3, B pawn, chosen");
});

test("going back is told apart from going forward", () => {
  expect(spotLabel(WORDS, "Place 3", { landing: "forward" })).toBe("Place 3, lands");
  expect(spotLabel(WORDS, "Place 3", { landing: "backward" })).toBe("Place 3, lands_back");
});

test("the pile names its discs, or that there are none", () => {
  expect(pileLabel(WORDS, ["B", "G"])).toBe("pile B disc, G disc");
  expect(pileLabel(WORDS, [])).toBe("pile_empty");
});
