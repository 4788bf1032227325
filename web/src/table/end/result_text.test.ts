import { beforeAll, describe, expect, test } from "vitest";

import type { ResultView, SeatView, StandingsView, TableView } from "../../lib/api/contract";
import { setLanguage } from "../../lib/i18n/i18n.svelte";
import { againText, gameText, mayGoOn, seriesText, winnersText } from "./result_text";

function seat(number: number, name: string): SeatView {
  return { seat: number, name, bot: null, person: true, free: false, away: false };
}

function over(winners: number[], scores: number[], more: Partial<TableView> = {}): TableView {
  const result: ResultView = { scores, winners, sheets: [[], [], []], penalties: [0, 0, 0] };
  const seats = [seat(1, "Anna"), seat(2, "Ben"), seat(3, "Clara")];
  return {
    table: "GZXUWWM7",
    version: 9,
    state: "over",
    setup: {},
    seats,
    game: 1,
    result,
    standings: null,
    owner: false,
    yours: [],
    seat: null,
    ...more,
  };
}

beforeAll(() => setLanguage("en"));

describe("The winner", () => {
  test("is named with the points", () => {
    expect(winnersText(over([2], [20, 35, 11]))).toBe("Ben wins with 35 points.");
    expect(winnersText(over([2], [0, 1, 0]))).toBe("Ben wins with 1 point.");
  });

  test("is you if the winning seat is the only one of yours", () => {
    expect(winnersText(over([1], [35, 2, 3], { yours: [1] }))).toBe("You win with 35 points.");
    expect(winnersText(over([1], [35, 2, 3], { yours: [1, 2] }))).toBe("Anna wins with 35 points.");
  });

  test("shares the win with those who have as much", () => {
    expect(winnersText(over([1, 2], [30, 30, 9], { yours: [1] }))).toBe(
      "Anna and Ben share the win with 30 points each.",
    );
    expect(winnersText(over([1, 2, 3], [7, 7, 7]))).toBe("Anna, Ben, and Clara share the win with 7 points each.");
  });
});

describe("A series", () => {
  const standings: StandingsView = {
    games: [
      [1, 2, 3],
      [4, 5, 6],
    ],
    of: 3,
    totals: [5, 7, 9],
    winners: null,
  };

  test("says which game it is, during it and after it", () => {
    const view = over([3], [4, 5, 6], { setup: { series: true }, standings, game: 2 });
    expect(gameText(view)).toBe("Game 2 of 3");
    expect(gameText({ ...view, state: "playing", game: 3 })).toBe("Game 3 of 3");
    expect(againText(view)).toBe("Next game");
    expect(seriesText(view)).toBe("");
  });

  test("is won once its last game is over", () => {
    const done = { ...standings, winners: [3], totals: [5, 7, 19] };
    const view = over([3], [0, 0, 10], { setup: { series: true }, standings: done });
    expect(seriesText(view)).toBe("Clara wins the series with 19 points.");
    expect(againText(view)).toBe("New series");
  });
});

describe("The next game", () => {
  test("is begun by anybody who sits, not by those who watch", () => {
    expect(mayGoOn(over([1], [1, 0, 0], { yours: [2] }))).toBe(true);
    expect(mayGoOn(over([1], [1, 0, 0]))).toBe(false);
  });

  test("is begun by the owner alone if somebody has left", () => {
    const seats = [seat(1, "Anna"), seat(2, "Ben"), { ...seat(3, ""), person: false, free: true }];
    expect(mayGoOn(over([1], [1, 0, 0], { yours: [1], seats }))).toBe(false);
    expect(mayGoOn(over([1], [1, 0, 0], { owner: true, seats }))).toBe(true);
  });
});
