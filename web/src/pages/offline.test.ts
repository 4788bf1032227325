import { expect, test } from "vitest";

import worker from "../../build/sw.js?raw";
import script from "../../public/offline.js?raw";
import { LANGUAGES } from "../lib/i18n/i18n.svelte";

test("the page without a connection speaks every language", () => {
  const spoken = [...script.matchAll(/^ {2}([a-z]{2}): \[/gm)].map(([, tag]) => tag);
  expect(spoken).toEqual(Object.keys(LANGUAGES));
});

test("everything that it shows is kept by the service worker", () => {
  for (const file of ["/offline.html", "/offline.js", "/offline.css", "/icons/icon.svg"])
    expect(worker).toContain(`"${file}"`);
});
