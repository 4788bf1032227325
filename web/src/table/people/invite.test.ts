import { expect, test } from "vitest";

import { minutesUntil, pictureOf, spacedCode } from "./invite";

test("A code is read in groups of four", () => {
  expect(spacedCode("GZXUWWM7")).toBe("GZXU WWM7");
  expect(spacedCode("GZXU")).toBe("GZXU");
});

test("A handover lasts for whole minutes, the last one counted until its end", () => {
  expect(minutesUntil(600_000, 0)).toBe(10);
  expect(minutesUntil(600_000, 599_000)).toBe(1);
  expect(minutesUntil(600_000, 600_001)).toBe(0);
});

test("A QR code is a picture that needs no other address", () => {
  expect(pictureOf('<svg fill="#000"/>')).toBe("data:image/svg+xml,%3Csvg%20fill%3D%22%23000%22%2F%3E");
});
