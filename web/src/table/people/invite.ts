/** Invitations to a table: its link, as the server gives it, and ways to share it. */

import type { MyTables } from "../../lib/api/contract";
import { get } from "../../lib/api/rest";
import { href } from "../../lib/state/router.svelte";

/** The link to a table: by the address under which others reach the server, or else by the one that is open here. */
export async function tableLink(table: string): Promise<string> {
  try {
    const { tables } = await get<MyTables>("/tables");
    return tables.find((one) => one.table === table)?.link ?? linkHere(table);
  } catch {
    return linkHere(table);
  }
}

export function linkHere(table: string): string {
  return new URL(href("table", table), location.href).href;
}

/** Whether the device has a way of its own to give links away. */
export function canShare(): boolean {
  return typeof navigator.share === "function";
}

/** Give a link away as the device does that. */
export async function share(text: string, url: string): Promise<void> {
  try {
    await navigator.share({ title: document.title, text, url });
  } catch {
    return; // The person closed the dialog.
  }
}

/** Put the text of a field on the clipboard; false if the browser does not let us. */
export async function copy(field: HTMLInputElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.select(); // Without HTTPS there is no navigator.clipboard.
    return document.execCommand("copy");
  }
}

/** A code in groups that can be read aloud: `GZXU WWM7`. */
export function spacedCode(code: string): string {
  return code.replace(/(.{4})(?=.)/g, "$1 ");
}

/** How many minutes there are until then; 0 once it has passed. */
export function minutesUntil(until: number, now: number): number {
  return Math.max(0, Math.ceil((until - now) / 60_000));
}

/** An SVG as the address of a picture. */
export function pictureOf(svg: string): string {
  return "data:image/svg+xml," + encodeURIComponent(svg);
}
