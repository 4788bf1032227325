import { describe, expect, test } from "vitest";

import { tableView } from "../../lib/api/views.testing";
import { passTo } from "./pass_device";

describe("The device is passed", () => {
  test("to whoever of those around it has the turn", () => {
    expect(passTo(tableView({ yours: [1, 2], turn: 2 }))).toBe(2);
  });

  test("to nobody while another device or a bot has the turn", () => {
    expect(passTo(tableView({ yours: [1, 2], turn: 5 }))).toBeNull();
    expect(passTo(tableView({ yours: [1, 3], turn: 3 }))).toBeNull();
  });

  test("to nobody if one plays alone on it, or if all hands are open", () => {
    expect(passTo(tableView({ yours: [1], turn: 1 }))).toBeNull();
    expect(passTo(tableView({ yours: [1, 2], turn: 1, setup: { open_hands: true } }))).toBeNull();
  });
});
