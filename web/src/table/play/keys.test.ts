import { expect, test } from "vitest";

import { parseKey } from "./keys";

function key(name: string, about: { ctrlKey?: boolean; altKey?: boolean; metaKey?: boolean } = {}) {
  return parseKey({ key: name, ctrlKey: false, altKey: false, metaKey: false, ...about });
}

test("letters choose pawns, capital or not", () => {
  expect(["b", "R", "y", "G", "p"].map((letter) => key(letter))).toEqual(
    ["B", "R", "Y", "G", "P"].map((pawn) => ({ pawn })),
  );
});

test("digits choose among the options of the bar", () => {
  expect(key("1")).toEqual({ option: 0 });
  expect(key("4")).toEqual({ option: 3 });
  expect(key("5")).toBeNull();
});

test("a turn is ended by a full stop or by E", () => {
  expect(key(".")).toEqual({ act: "end" });
  expect(key("e")).toEqual({ act: "end" });
});

test("the keys of the table are known", () => {
  const acts = ["u", "h", "l", "m", "?", "Escape"].map((name) => key(name));
  expect(acts).toEqual(["undo", "hint", "log", "sound", "shortcuts", "cancel"].map((act) => ({ act })));
});

test("keys of the browser are left to it", () => {
  expect(key("r", { ctrlKey: true })).toBeNull();
  expect(key("r", { metaKey: true })).toBeNull();
  expect(key("1", { altKey: true })).toBeNull();
  expect(key("Enter")).toBeNull();
  expect(key("W")).toBeNull();
});
