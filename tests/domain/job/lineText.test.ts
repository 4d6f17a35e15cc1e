import { expect, it } from "vitest";
import { LineText } from "@domain/job/lineText";

it("reads each character once", () => {
  const line = new LineText("call 12 of 34");
  expect(line.take("phone", /\d+/)?.text).toBe("12");
  expect(line.take("price", /\d+/)?.text).toBe("34");
  expect(line.take("price", /\d+/)).toBeNull();
  expect(line.parts()).toEqual([
    { kind: "phone", from: 5, to: 7 },
    { kind: "price", from: 11, to: 13 },
  ]);
  expect(line.loose()).toEqual(["call", "of"]);
});

it("ends a run of words at what was read, and at commas and lines", () => {
  const line = new LineText("a b, c\nd 7 e - f");
  line.take("price", /7/);
  expect(line.words().map(({ text }) => text)).toEqual("a b|c|d|e|f".split("|"));
});

it("keeps what is left for the notes in its place", () => {
  const line = new LineText("x $5-6 y");
  line.clear(/\$\S+/g, "note");
  expect(line.loose()).toEqual(["x", "$5-6", "y"]);
});
