import { describe, expect, test } from "vitest";

import { numbers, tableView } from "../../lib/api/views.testing";
import { undoQuestion } from "./undo";

describe("Who asks for an undo", () => {
  test("waits for all people who play, not for bots nor for those they stand in for", () => {
    expect(numbers(undoQuestion(tableView({ request: { seat: 1, agreed: [] } }))?.waitingFor)).toEqual([2, 5]);
  });

  test("no longer waits for those who have agreed", () => {
    expect(numbers(undoQuestion(tableView({ request: { seat: 1, agreed: [2] } }))?.waitingFor)).toEqual([5]);
  });

  test("can take the question back", () => {
    expect(undoQuestion(tableView({ request: { seat: 1, agreed: [] }, yours: [1] }))?.isYours).toBe(true);
    expect(undoQuestion(tableView({ request: { seat: 1, agreed: [] }, yours: [2] }))?.isYours).toBe(false);
  });

  test("is answered by each of your seats", () => {
    const asked = undoQuestion(tableView({ request: { seat: 1, agreed: [5] }, yours: [1, 2, 5] }));
    expect(numbers(asked?.toAnswer)).toEqual([2]);
  });

  test("is nobody most of the time", () => {
    expect(undoQuestion(tableView({ request: null }))).toBeNull();
  });
});
