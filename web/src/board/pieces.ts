/** Discs and pawns: drawn once for the whole page, used by name. At a pitch of 100, in the colours of the theme. */

import type { Colour, PawnColour } from "./notation";
import { COLOURS, PAWNS } from "./notation";

const BODY = "M-11-54C-11-34-20-20-27-9C-31-2-28 4-21 5Q0 9 21 5C28 4 31-2 27-9C20-20 11-34 11-54Z";
const GLEAM = "M-7-44C-8-30-13-18-19-8";
const HEAD = -72;

/** Drop, heart, star, clover, diamond, five dots, ». */
const SYMBOLS: Readonly<Record<Colour, string>> = {
  B: "M0-20C4-11 13-3 13 6.5A13 13 0 0 1-13 6.5C-13-3-4-11 0-20Z",
  R: "M0 17C-20 4-20-13-9.5-14.5C-4-15-1-12 0-8C1-12 4-15 9.5-14.5C20-13 20 4 0 17Z",
  Y: star(19, 8.2),
  G: `${ball(0, -9.5, 8.8)}${ball(-9, 3.5, 8.8)}${ball(9, 3.5, 8.8)}M-2-3L-3.5 18H3.5L2-3Z`,
  P: "M0-20L14.5 0L0 20L-14.5 0Z",
  W: around(5, 13, 0)
    .map(([x, y]) => ball(x, y, 5))
    .join(""),
  K: "M-15-14H-7L3 0L-7 14H-15L-5 0ZM2-14H10L20 0L10 14H2L12 0Z",
};

function ball(x: number, y: number, radius: number): string {
  return `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0z`;
}

function around(count: number, radius: number, turn: number): [number, number][] {
  return Array.from({ length: count }, (_, index) => {
    const angle = ((index + turn) * 2 * Math.PI) / count - Math.PI / 2;
    return [tenths(radius * Math.cos(angle)), tenths(radius * Math.sin(angle))];
  });
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}

function star(outer: number, inner: number): string {
  const inside = around(5, inner, 0.5);
  return `M${around(5, outer, 0)
    .flatMap((corner, index) => [corner, inside[index]])
    .join(" ")}Z`;
}

function symbol(colour: Colour): string {
  return `<path d="${SYMBOLS[colour]}" fill="var(--ink-${colour})"/>`;
}

function disc(colour: Colour): string {
  const face =
    '<circle cx="2.5" cy="4.5" r="38" fill="var(--shadow)"/>' +
    `<circle r="38" fill="var(--rim-${colour})"/><circle r="34.8" fill="var(--fill-${colour})"/>` +
    '<circle r="34.8" fill="url(#sheen)"/>' +
    `<circle r="28.5" fill="none" stroke="var(--ink-${colour})" stroke-width="1.4" opacity=".22"/>`;
  return `<g id="face-${colour}">${face}</g><g id="disc-${colour}"><use href="#face-${colour}"/>${symbol(colour)}</g>`;
}

function pawn(colour: PawnColour): string {
  const shape = `stroke-linejoin="round"><path d="${BODY}"/><circle cy="${HEAD}" r="21.5"/></g>`;
  return (
    `<g id="pawn-${colour}"><ellipse cx="4" cy="4" rx="33" ry="9" fill="var(--shadow)"/>` +
    `<g stroke="var(--pawn-ring,none)" stroke-width="var(--pawn-ring-width,18)" ${shape}` +
    `<g stroke="var(--halo)" stroke-width="11" ${shape}` +
    `<g fill="var(--fill-${colour})" stroke="var(--pawn-line)" stroke-width="4" ${shape}` +
    `<path d="${GLEAM}" fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round" opacity=".4"/>` +
    `<circle cy="${HEAD}" r="19.5" fill="url(#sheen)"/>` +
    `<g transform="translate(0 ${HEAD}) scale(.62)">${symbol(colour)}</g></g>`
  );
}

const GRADIENTS =
  '<radialGradient id="sheen" cx=".32" cy=".24" r=".85"><stop offset="0" stop-color="#fff" stop-opacity=".34"/>' +
  '<stop offset=".55" stop-color="#fff" stop-opacity="0"/><stop offset=".75" stop-opacity="0"/>' +
  '<stop offset="1" stop-opacity=".16"/></radialGradient>' +
  '<linearGradient id="wood" x2="0" y2="1"><stop stop-color="var(--wood-front)"/>' +
  '<stop offset="1" stop-color="var(--wood-side)"/></linearGradient>';

let isDefined = false;

/** Put the drawings into the page, out of sight, unless they are there. */
export function definePieces(): void {
  if (isDefined) return;
  isDefined = true;
  const home = document.createElement("div");
  Object.assign(home.style, { position: "absolute", width: "0", height: "0", overflow: "hidden" });
  home.setAttribute("aria-hidden", "true");
  const pieces = [GRADIENTS, ...COLOURS.map(disc), ...PAWNS.map(pawn)].join("");
  home.innerHTML = `<svg width="0" height="0"><defs>${pieces}</defs></svg>`;
  document.body.append(home);
}
