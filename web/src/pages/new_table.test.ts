import { expect, test } from "vitest";

import { USUAL, newTableRequest, seatPlans } from "./new_table";

const unnamed = (seat: number): string => `Player ${seat}`;

test("around a screen everybody without a name is called by their seat", () => {
  const { seats } = newTableRequest(seatPlans("here", "Anna").slice(0, 3), USUAL, "snake", unnamed);
  expect(seats).toEqual([{ name: "Anna" }, { name: "Player 2" }, { name: "Player 3" }]);
});

test("with a link the other seats are free", () => {
  const { seats } = newTableRequest(seatPlans("link", " ").slice(0, 2), USUAL, "snake", unnamed);
  expect(seats).toEqual([{ name: "Player 1" }, {}]);
});

test("a bot sits where one was chosen", () => {
  const seated = seatPlans("link", "Anna").slice(0, 2);
  seated[1] = { sitter: "level3", name: "was a person" };
  expect(newTableRequest(seated, USUAL, "snake", unnamed).seats).toEqual([{ name: "Anna" }, { bot: "level3" }]);
});

test("there are as many players as seats, and no limit of time unless wanted", () => {
  const { setup } = newTableRequest(seatPlans("here", "").slice(0, 4), USUAL, "spiral", unnamed);
  expect(setup).toMatchObject({ players: 4, turn_seconds: null, watch: "anyone", shape: "spiral", colours: 5 });
});

test("a turn can be limited, and onlookers kept out", () => {
  const { setup } = newTableRequest(
    seatPlans("here", "").slice(0, 2),
    { ...USUAL, turn_seconds: 60, watch: false },
    "line",
    unnamed,
  );
  expect(setup).toMatchObject({ turn_seconds: 60, watch: "nobody" });
});
