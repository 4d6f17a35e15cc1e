import { expect, it } from "vitest";
import { movedInList } from "@domain/files/fileOrder";

it.each([
  ["d", "a", "adbc"],
  ["d", null, "dabc"],
  ["a", "d", "bcda"],
  ["b", "a", "abcd"],
  ["a", null, "abcd"],
  ["b", "b", "abcd"],
  ["x", "a", "abcd"],
  ["a", "x", "abcd"],
  ["d", "x", "abcd"],
  ["x", "y", "abcd"],
])("moves %s behind %s: %s", (moved, after, expected) => {
  const list = movedInList([..."abcd"], { moved, after });
  expect(list.join("")).toBe(expected);
});
