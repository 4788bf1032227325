import { describe, expect, test } from "vitest";

import { parsePosition } from "../../board/notation";
import type { ResultView } from "../../lib/api/contract";
import { sheetRows, shortNames, totalsAfter } from "./sheet";

// R19: purple on 2, red on 4, green on 0; 2 red, 1 purple, 1 green, 1 black, 2 white. The other seat has blue and a wire.
const position = parsePosition("..... s3,s4,s1,s0,s2 - R2PGW2K/B3! 1 e wires=9");
const result: ResultView = {
  scores: [18, 8],
  winners: [1],
  sheets: [
    [
      { colour: "R", discs: 2, each: 4 },
      { colour: "G", discs: 1, each: 0 },
      { colour: "P", discs: 1, each: 2 },
      { colour: "W", discs: 2, each: 4 },
      { colour: "K", discs: 1, each: 0 },
    ],
    [{ colour: "B", discs: 3, each: 3 }],
  ],
  penalties: [0, 1],
};
const rows = sheetRows(result, position);

describe("The score sheet", () => {
  test("has the colours from the top of the staircase down, then white and black", () => {
    expect(rows.map(({ colour }) => colour).join("")).toBe("RBPYGWK");
    expect(rows.map(({ step }) => step)).toEqual([4, 3, 2, 1, 0, null, 0]);
  });

  test("counts discs times their worth, and nothing for colours that a seat has not", () => {
    expect(rows[0]?.cells).toEqual([{ discs: 2, each: 4, points: 8 }, null]);
    expect(rows[5]?.cells[0]?.points).toBe(8);
  });

  test("has no row for white and black if nobody holds any", () => {
    const plain = { ...result, sheets: [[{ colour: "R", discs: 1, each: 4 }], []] };
    expect(
      sheetRows(plain, position)
        .map(({ colour }) => colour)
        .join(""),
    ).toBe("RBPYG");
  });

  test("has a row for each pawn of a smaller game", () => {
    const small = {
      scores: [1, 0],
      winners: [1],
      sheets: [[{ colour: "R", discs: 1, each: 1 }], []],
      penalties: [0, 0],
    };
    expect(
      sheetRows(small, parsePosition("... s0,s1 - R/- 1 e"))
        .map(({ colour }) => colour)
        .join(""),
    ).toBe("RB");
  });

  test("adds up row by row, takes the wires off last, and comes to the scores", () => {
    expect(totalsAfter(rows, 0, result.penalties)).toEqual([0, 0]);
    expect(totalsAfter(rows, 2, result.penalties)).toEqual([8, 9]);
    expect(totalsAfter(rows, rows.length, result.penalties)).toEqual([18, 9]);
    expect(totalsAfter(rows, rows.length + 1, result.penalties)).toEqual(result.scores);
  });
});

describe("Names above narrow columns", () => {
  test("are whole if there is room", () => {
    expect(shortNames(["Anna", "Benedikt-Max"])).toEqual(["Anna", "Benedikt-Max"]);
  });

  test("are cut where five sit at the table", () => {
    expect(shortNames(["Anna", "Benedikt", "Clara", "Dörte", "Anna Maria Schmidt"])).toEqual([
      "Anna (1)",
      "Bene…",
      "Clara",
      "Dörte",
      "Anna (5)",
    ]);
  });
});
