/** Animates a diff: pawns walk along the track, discs fly to their seats. The page already shows the result. */

import type { BoardContext } from "./context";
import type { Motion } from "./diff";
import type { Point } from "./layout/geometry";
import { pointsAlong, stands, stopAt } from "./layout/layout";
import type { Layout } from "./layout/plan";
import type { Colour, PawnColour, Spot } from "./notation";
import { PAWNS, spotName } from "./notation";

/** Milliseconds, at the usual pace. */
const WALK = 260;
const FLIGHT = 300;
const OVERLAP = 90;
/** More than this is shown faster, as one is late. */
const AT_EASE = 2;

type Flight = Exclude<Motion, { kind: "pawn" }>;

interface Leg {
  readonly begin: number;
  readonly end: number;
  readonly points: readonly Step[];
}

/** Where a pawn has its feet on its way, and its size there. */
type Step = Point & { readonly size: number };

export class BoardAnimation {
  #running: Animation[] = [];
  #flying: Element[] = [];
  readonly #context: BoardContext;

  constructor(context: BoardContext) {
    this.#context = context;
  }

  /** Show these motions, cutting those that are still shown. */
  show(root: HTMLElement, board: Layout, motions: readonly Motion[]): void {
    const { pace } = this.#context;
    this.cut();
    if (pace === 0 || document.hidden) return;
    const walks = motions.filter(({ kind }) => kind === "pawn").length;
    const speed = pace / Math.max(1, walks / AT_EASE);
    const legs = new Map<PawnColour, Leg[]>();
    let clock = 0;
    for (const motion of motions) {
      if (motion.kind === "pawn") {
        const leg = { begin: clock, end: clock + WALK * speed, points: feetAlong(board, motion) };
        legs.set(motion.pawn, [...(legs.get(motion.pawn) ?? []), leg]);
        clock = leg.end;
      } else {
        this.#fly(root, board, motion, Math.max(0, clock - OVERLAP * speed), FLIGHT * speed);
      }
    }
    for (const [pawn, walk] of legs) this.#walk(root, pawn, walk);
  }

  /** Show nothing more: everything is where it belongs. */
  cut(): void {
    for (const animation of this.#running.splice(0)) animation.cancel();
    for (const disc of this.#flying.splice(0)) disc.remove();
  }

  #walk(root: HTMLElement, pawn: PawnColour, legs: readonly Leg[]): void {
    const element = root.querySelector(`[data-pawn="${pawn}"]`);
    const total = legs.at(-1)?.end ?? 0;
    const home = legs.at(-1)?.points.at(-1);
    if (element === null || home === undefined) return;
    const frames = legs.flatMap((leg) => framesOf(leg, home, total));
    const start = { ...frames[0], offset: 0 };
    this.#running.push(element.animate([start, ...frames.filter(({ offset }) => offset > 0)], { duration: total }));
  }

  #fly(root: HTMLElement, board: Layout, motion: Flight, delay: number, duration: number): void {
    const seat = this.#context.seatBox(motion.seat);
    if (seat === undefined) return;
    const there = { x: seat.x + seat.width / 2, y: seat.y + seat.height / 2 };
    const isTaken = motion.kind === "taken";
    const from = isTaken ? onScreen(root, lyingAt(board, motion.place, motion.disc)) : there;
    const to = isTaken ? there : { x: there.x, y: there.y - board.disc };
    const disc = flyingDisc(isTaken ? motion.disc : "K", board.disc / 0.95);
    const frames = isTaken
      ? [{ transform: at(from, 1) }, { transform: at(to, 0.5) }]
      : [{ transform: at(from, 0.6) }, { transform: at(to, 0.6), opacity: 0 }];
    const animation = disc.animate(frames, { delay, duration, easing: "ease-in-out", fill: "both" });
    animation.onfinish = () => disc.remove();
    this.#flying.push(disc);
    this.#running.push(animation);
  }
}

/** The way of a pawn's feet: along the track, from just where it stood to just where it will. */
function feetAlong(board: Layout, { pawn, from, to }: { pawn: PawnColour; from: Spot; to: Spot }): Step[] {
  const number = PAWNS.indexOf(pawn);
  const below = stands(board, { place: 1 }, number).y - (board.cells[0]?.y ?? 0);
  const first = spotName(from) === "0" ? 1 : stopAt(board, from);
  const way = pointsAlong(board, first, stopAt(board, to)).slice(spotName(from) === "0" ? 0 : 1, -1);
  const steps = way.map(({ x, y }) => ({ x, y: y + below, size: 1 }));
  return [stands(board, from, number), ...steps, stands(board, to, number)];
}

/** The frames of a leg, seen from where the pawn is at last; it starts and ends gently. */
function framesOf({ begin, end, points }: Leg, home: Step, total: number): (Keyframe & { offset: number })[] {
  return points.map(({ x, y, size }, index) => {
    const part = index / Math.max(1, points.length - 1);
    const gently = part < 0.5 ? 0.5 * Math.sqrt(2 * part) : 1 - 0.5 * Math.sqrt(2 - 2 * part);
    const offset = (begin + (end - begin) * gently) / total;
    return { translate: `${x - home.x}px ${y - home.y}px`, scale: size / home.size, offset };
  });
}

function lyingAt(board: Layout, place: number, disc: Colour): Point {
  return (place === 0 ? board.pile[PAWNS.indexOf(disc as PawnColour)] : board.cells[place - 1]) ?? { x: 0, y: 0 };
}

function onScreen(root: HTMLElement, { x, y }: Point): Point {
  const box = root.getBoundingClientRect();
  return { x: box.x + root.clientLeft + x, y: box.y + root.clientTop + y };
}

function at({ x, y }: Point, scale: number): string {
  return `translate(-50%, -50%) translate(${x}px, ${y}px) scale(${scale})`;
}

function flyingDisc(colour: Colour, size: number): HTMLElement {
  const disc = document.createElement("div");
  disc.innerHTML = `<svg viewBox="-40 -40 80 80" aria-hidden="true"><use href="#disc-${colour}"/></svg>`;
  const above = { position: "fixed", inset: "0 auto auto 0", zIndex: "50", pointerEvents: "none" };
  Object.assign(disc.style, above, { width: `${size}px` });
  document.body.append(disc);
  return disc;
}
