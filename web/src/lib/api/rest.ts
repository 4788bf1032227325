/** Requests to the server. */

import type { Refusal, RefusedAnswer, RestRequest } from "./contract";

/** A refusal of the server; its code says why. */
export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.code);
  }
}

/** Refusals that may be over in a moment. */
const PASSING = new Set(["unreachable", "unavailable", "too_fast", "too_many"]);

/** Whether it is worth trying again. */
export function isPassing({ code }: Refusal): boolean {
  return PASSING.has(code);
}

/** The code of what went wrong; `unreachable` if nothing answered. */
export function failure(error: unknown): Refusal {
  return error instanceof Refused ? error.refusal : { code: "unreachable" };
}

/** The path of a table on the server. */
export function tablePath(table: string): string {
  return `/tables/${encodeURIComponent(table)}`;
}

const AHEAD_MS = 10_000;
const ahead = new Map<string, Promise<unknown>>();

/** Start a request ahead of `get`, while the page that needs it is loading; an answer not taken is dropped after 10 s. */
export function prefetch(path: string): void {
  const answer = request("GET", path);
  answer.catch(() => undefined); // `get` reports the failure.
  ahead.set(path, answer);
  setTimeout(() => ahead.delete(path), AHEAD_MS);
}

export async function get<T>(path: string): Promise<T> {
  const answer = ahead.get(path) as Promise<T> | undefined;
  ahead.delete(path);
  return answer ?? request<T>("GET", path);
}

export async function post<T>(path: string, body: RestRequest): Promise<T> {
  return request<T>("POST", path, body);
}

export async function remove(path: string): Promise<void> {
  await request("DELETE", path);
}

async function request<T>(method: string, path: string, body?: RestRequest): Promise<T> {
  const answer = await fetch(`/api${path}`, {
    method,
    headers: body === undefined ? {} : { "Content-Type": "application/json" },
    body: body === undefined ? null : JSON.stringify(body),
  });
  if (answer.ok) return (answer.status === 204 ? undefined : await answer.json()) as T;
  throw new Refused(await refusalIn(answer));
}

async function refusalIn(answer: Response): Promise<Refusal> {
  try {
    return ((await answer.json()) as Partial<RefusedAnswer>).refused ?? { code: "unreachable" };
  } catch {
    return { code: "unreachable" }; // Something on the way answered, not our server.
  }
}
