import { expect, test } from "vitest";

import { numbers, tableView } from "../../lib/api/views.testing";
import { freeSeats } from "./free_seats";

test("A free seat whose hand is hidden from you is not offered", () => {
  const seats = tableView({}).seats.map((seat) => ({ ...seat, free: seat.seat > 3 }));
  expect(numbers(freeSeats(tableView({})))).toEqual([]);
  expect(numbers(freeSeats(tableView({ seats })))).toEqual([4, 5]);
  expect(numbers(freeSeats(tableView({ seats, barred: [5] })))).toEqual([4]);
});
