/** The lessons: little boards, each for one thing to do once, and whether it was done. Pure. */

import type { PawnColour } from "../board/notation";
import type { PlyView, SheetLine } from "../lib/api/contract";
import data from "./lessons.json";

export type LessonName = "move" | "ahead" | "behind" | "skip" | "climb" | "black" | "backward" | "count";

/** The moves that do one ply of a lesson; `any` is any but ending the turn. */
type Wanted = "any" | readonly string[];

export interface Lesson {
  readonly name: LessonName;
  readonly start: string;
  /** What the plies of the turn are to be, one after the other. */
  readonly goal: readonly Wanted[];
  /** The pawn to point at. */
  readonly tap?: PawnColour;
}

export type Verdict = "going" | "done" | "wrong";

export const LESSONS = data.lessons as readonly Lesson[];
export const PICTURES = data.pictures;
/** R19: a hand as the rules count it. */
export const EXAMPLE: readonly SheetLine[] = data.example;

/** The verdict on the plies of a turn. */
export function judge(goal: readonly Wanted[], plies: readonly Pick<PlyView, "move">[]): Verdict {
  if (!plies.every(({ move }, index) => fits(move, goal[index]))) return "wrong";
  return plies.length === goal.length ? "done" : "going";
}

function fits(move: string, wanted: Wanted | undefined): boolean {
  return wanted === "any" ? move !== "." : (wanted?.includes(move) ?? false);
}

/** The lesson that an address names: the first unless it names one. */
export function lessonNumber(text: string | undefined): number {
  const number = Number(text);
  return Number.isInteger(number) && number >= 1 && number <= LESSONS.length ? number : 1;
}
