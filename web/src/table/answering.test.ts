import { describe, expect, test } from "vitest";

import type { SeatView, TableView } from "../lib/api/contract";
import { passTo, question, stoodIn } from "./answering";

function seat(number: number, more: Partial<SeatView> = {}): SeatView {
  return { seat: number, name: `Seat ${number}`, bot: null, person: true, free: false, away: false, ...more };
}

const seats = [seat(1), seat(2), seat(3, { bot: "level3" }), seat(4, { bot: "level2", person: false }), seat(5)];

function playing(more: Partial<TableView>): TableView {
  return {
    table: "GZXUWWM7", version: 9, state: "playing", setup: {}, seats, game: 1, turn: 1, standings: null,
    owner: false, yours: [], seat: null, ...more,
  };
}

const numbers = (found: readonly SeatView[] | undefined): number[] => (found ?? []).map(({ seat }) => seat);

describe("Who asks for an undo", () => {
  test("waits for all people who play, not for bots nor for those they stand in for", () => {
    expect(numbers(question(playing({ request: { seat: 1, agreed: [] } }))?.waitingFor)).toEqual([2, 5]);
  });

  test("no longer waits for those who have agreed", () => {
    expect(numbers(question(playing({ request: { seat: 1, agreed: [2] } }))?.waitingFor)).toEqual([5]);
  });

  test("can take the question back", () => {
    expect(question(playing({ request: { seat: 1, agreed: [] }, yours: [1] }))?.isYours).toBe(true);
    expect(question(playing({ request: { seat: 1, agreed: [] }, yours: [2] }))?.isYours).toBe(false);
  });

  test("is answered by each of your seats", () => {
    const asked = question(playing({ request: { seat: 1, agreed: [5] }, yours: [1, 2, 5] }));
    expect(numbers(asked?.toAnswer)).toEqual([2]);
  });

  test("is nobody most of the time", () => {
    expect(question(playing({ request: null }))).toBeNull();
  });
});

test("A seat of yours that a bot plays in can be taken back", () => {
  expect(numbers(stoodIn(playing({ yours: [1, 3] })))).toEqual([3]);
  expect(numbers(stoodIn(playing({ yours: [1] })))).toEqual([]);
});

describe("The device is passed", () => {
  test("to whoever of those around it has the turn", () => {
    expect(passTo(playing({ yours: [1, 2], turn: 2 }))).toBe(2);
  });

  test("to nobody while another device or a bot has the turn", () => {
    expect(passTo(playing({ yours: [1, 2], turn: 5 }))).toBeNull();
    expect(passTo(playing({ yours: [1, 3], turn: 3 }))).toBeNull();
  });

  test("to nobody if one plays alone on it, or if all hands are open", () => {
    expect(passTo(playing({ yours: [1], turn: 1 }))).toBeNull();
    expect(passTo(playing({ yours: [1, 2], turn: 1, setup: { open_hands: true } }))).toBeNull();
  });
});
