/** Draws the icons that devices want as PNG, from ours in SVG: `node build/icons.ts`, with CHROMIUM naming the browser. */

import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const FOLDER = resolve(import.meta.dirname, "../public/icons");
const BROWSER = process.env["CHROMIUM"] ?? "chromium";
const ICONS = [
  ["icon-192", "icon", 192],
  ["icon-512", "icon", 512],
  ["maskable-512", "maskable", 512],
  ["icon-180", "maskable", 180], // Apple's devices round the corners themselves.
] as const;

/** Have a browser draw a picture in a size. */
function draw(target: string, source: string, size: number): void {
  const scratch = mkdtempSync(join(tmpdir(), "icons-"));
  const page = join(scratch, "page.html");
  writeFileSync(
    page,
    `<body style="margin:0"><img src="file://${FOLDER}/${source}.svg" width="${size}" height="${size}">`,
  );
  const flags = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--hide-scrollbars",
    "--default-background-color=00000000",
  ];
  const wanted = [
    `--user-data-dir=${scratch}`,
    `--window-size=${size},${size}`,
    `--screenshot=${join(FOLDER, target)}.png`,
  ];
  spawnSync(BROWSER, [...flags, ...wanted, `file://${page}`], { stdio: "inherit" });
}

for (const [target, source, size] of ICONS) draw(target, source, size);
