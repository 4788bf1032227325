import { expect, test } from "vitest";

import { readCode } from "./codes";

test.each([
  ["GZXUWWM7", "as it is written"],
  ["gzxuwwm7", "in small letters"],
  ["gzxu-wwm7", "with a hyphen"],
  [" GZXU WWM7 ", "with spaces"],
  ["GZXU–WWM7", "with the dash of a phone's keyboard"],
  ["http://127.0.0.1:5055/#/table/GZXUWWM7", "in a link"],
  ["https://example.org/#/table/gzxu-wwm7/\n", "in a link with a line break behind it"],
  ["Come and play: https://example.org/#/table/GZXUWWM7", "in a message with a link"],
])("%j is a code %s", (text) => {
  expect(readCode(text)).toBe("#/table/GZXUWWM7");
});

test("the link of a seat leads to the seat", () => {
  expect(readCode("https://example.org/#/seat/C3DJ6KAW")).toBe("#/seat/C3DJ6KAW");
});

test.each(["", "hello", "GZXUWWM", "GZXUWWM70", "GZXUWWMO", "https://example.org/", "#/rules"])(
  "%j is no code",
  (text) => {
    expect(readCode(text)).toBeNull();
  },
);
