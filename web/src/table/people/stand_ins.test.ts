import { expect, test } from "vitest";

import { numbers, tableView } from "../../lib/api/views.testing";
import { stoodIn } from "./stand_ins";

test("A seat of yours that a bot plays in can be taken back", () => {
  expect(numbers(stoodIn(tableView({ yours: [1, 3] })))).toEqual([3]);
  expect(numbers(stoodIn(tableView({ yours: [1] })))).toEqual([]);
});
