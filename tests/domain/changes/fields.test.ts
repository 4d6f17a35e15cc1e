import { describe, expect, it } from "vitest";
import { changedFields, clearNulls, replacedFields } from "@domain/changes/fields";

const ROW = { city: "Troy", price: 5, list: ["a", "b"] };

it("a change keeps only what differs from the row, lists by their elements", () => {
  expect(changedFields(ROW, { city: "Troy", list: ["a", "b"] })).toEqual({});
  for (const list of [["a"], ["b", "a"], ["a", "b", "c"], []])
    expect(changedFields(ROW, { list, price: 5 })).toEqual({ list });
  expect(changedFields(ROW, { city: undefined })).toEqual({ city: undefined });
});

it("null clears a field, and 0 and an empty text are values", () => {
  expect(clearNulls({ a: null, b: 0, c: "", d: undefined })).toStrictEqual({
    a: undefined,
    b: 0,
    c: "",
    d: undefined,
  });
});

describe("the replaced fields", () => {
  it.each([
    ["what the person saw is still there", { city: "Dayton" }, { city: "Troy" }],
    ["the row has the wanted value already", { city: "Troy" }, { city: "Xenia" }],
    ["the field is not changed", { price: 6 }, { price: 5, city: "Xenia" }],
    ["nobody knows what was seen", { city: "Dayton" }, undefined],
    ["an unset field was seen as unset", { note: "x" }, { note: null }],
    ["a list is equal", { list: ["c"] }, { list: ["a", "b"] }],
  ])("no field counts as replaced where %s", (_, change, base) => {
    expect(replacedFields(ROW, change, base)).toBeNull();
  });

  it("replaced values are the present ones that somebody else has set meanwhile", () => {
    const change = { city: "Dayton", note: "x", list: [], price: 6 };
    const base = { city: "Xenia", note: "y", list: ["a"], price: 5 };
    expect(replacedFields(ROW, change, base)).toEqual({
      city: "Troy",
      note: null,
      list: ["a", "b"],
    });
  });
});
