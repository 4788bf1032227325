import { beforeAll, expect, test } from "vitest";

import { setLanguage } from "./i18n.svelte";
import { turnTimeWords } from "./turn_time";

beforeAll(() => setLanguage("en"));

test("a turn takes whole minutes, or seconds, or as long as one likes", () => {
  expect([30, 60, 90, 120, null].map(turnTimeWords)).toEqual([
    "30 seconds",
    "1 minute",
    "90 seconds",
    "2 minutes",
    "No hurry",
  ]);
});
