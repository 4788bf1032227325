import { beforeAll, expect, test } from "vitest";

import type { SeatView } from "../api/contract";
import { setLanguage } from "./i18n.svelte";
import { botName, levelName, seatMark, seatName, seatNames } from "./names";

const SEAT: SeatView = { seat: 2, name: "", bot: null, person: false, free: false, away: false };

beforeAll(() => setLanguage("en"));

test("people go by their names, bots by what their level is called", () => {
  expect(seatName({ ...SEAT, name: "Anna" })).toBe("Anna");
  expect(seatName({ ...SEAT, bot: "level2" })).toBe("Beginner");
  expect(seatName(SEAT)).toBe("Seat 2");
});

test("a bot is chosen by its level and called by its name; one that nobody named goes by its own", () => {
  expect([levelName("level2"), botName("level2")]).toEqual(["Level 2 – Beginner", "Beginner"]);
  expect([levelName("greedy"), botName("greedy")]).toEqual(["Greedy", "Greedy"]);
  expect([levelName("genius"), botName("genius")]).toEqual(["genius", "genius"]);
});

test("seats that are called the same are told apart", () => {
  const bots = [1, 2, 3].map((seat) => ({
    ...SEAT,
    seat,
    bot: seat === 2 ? ("level1" as const) : ("level2" as const),
  }));
  expect(seatNames(bots)).toEqual(["Beginner 1", "Child", "Beginner 3"]);
});

test("a bot that stands in is told from a bot of its own, and both from somebody who is away", () => {
  expect(seatMark({ ...SEAT, bot: "level2" })).toBe("bot");
  expect(seatMark({ ...SEAT, bot: "level2", person: true })).toBe("stand_in");
  expect(seatMark({ ...SEAT, person: true, away: true })).toBe("away");
  expect(seatMark({ ...SEAT, free: true, bot: "level2" })).toBe("free");
  expect(seatMark({ ...SEAT, person: true })).toBeNull();
});
