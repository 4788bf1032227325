import { beforeAll, expect, test } from "vitest";

import page from "../../../../docs/api.md?raw";
import english from "../../../../src/bigpoints/locales/en.json";
import { setLanguage } from "./i18n.svelte";
import { refusalWords } from "./refusals";

const TABLE = page.slice(page.indexOf("## Refusals"), page.indexOf("## Limits"));
const CODES = [...TABLE.matchAll(/^\| `(\w+)` \|/gm)].map(([, code]) => code ?? "");

beforeAll(() => setLanguage("en"));

test("the documented refusals are found", () => {
  expect(CODES.length).toBeGreaterThan(25);
});

test.each([...CODES, "unreachable"])("%s has words of its own", (code) => {
  expect(Object.keys(english.refusals)).toContain(code);
  expect(refusalWords({ code })).not.toBe(english.refusals.other);
});

test("a refusal that nobody foresaw still has words", () => {
  expect(refusalWords({ code: "struck_by_lightning" })).toBe(english.refusals.other);
});

test("one second is said in the singular", () => {
  expect(refusalWords({ code: "too_fast", seconds: 0.4 })).toContain("a second");
  expect(refusalWords({ code: "too_fast", seconds: 7 })).toContain("7 seconds");
});

test("what there is too much of is said", () => {
  expect(refusalWords({ code: "too_many", what: "tables" })).toBe(english.refusals.too_many_tables);
});
