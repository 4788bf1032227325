import { expect, test } from "vitest";

import { PendingRequest } from "./request.svelte";
import { Refused } from "./rest";

test("it is busy until the last answer is there", async () => {
  const request = new PendingRequest();
  let arrive: (answer: number) => void = () => undefined;
  const slow = request.run(new Promise<number>((resolve) => (arrive = resolve)));
  expect(await request.run(Promise.resolve(2))).toBe(2);
  expect(request.busy).toBe(true);
  arrive(1);
  expect(await slow).toBe(1);
  expect(request.busy).toBe(false);
});

test("a refusal is kept until something else is asked for", async () => {
  const request = new PendingRequest();
  expect(await request.run(Promise.reject(new Refused({ code: "too_fast", seconds: 3 })))).toBeUndefined();
  expect(request.refusal).toEqual({ code: "too_fast", seconds: 3 });
  expect(request.busy).toBe(false);
  await request.run(Promise.resolve());
  expect(request.refusal).toBeNull();
});

test("what is no answer of the server is a server out of reach", async () => {
  const request = new PendingRequest();
  await request.run(Promise.reject(new TypeError("Failed to fetch")));
  expect(request.refusal).toEqual({ code: "unreachable" });
});

test("a stale command is no fault that anybody need read of: the view says what has happened", async () => {
  const request = new PendingRequest();
  expect(await request.run(Promise.reject(new Refused({ code: "stale" })))).toBeUndefined();
  expect(request.refusal).toBeNull();
});
