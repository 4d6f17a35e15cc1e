import { expect, it } from "vitest";
import { LINE_TEXT_REQUIRED, lineChange, newLineInput } from "@domain/changes/jobLines";
import { parseInput } from "@domain/calls/inputRules";

it("puts the text of a row on one line", () => {
  const name = "Left\r\n End Cap\n";
  expect(parseInput(newLineInput, { name, quantity: 2 })).toMatchObject({ name: "Left End Cap" });
  expect(parseInput(lineChange, { name })).toEqual({ name: "Left End Cap" });
});

it("refuses a row whose text is blank lines", () => {
  expect(() => parseInput(newLineInput, { name: " \n ", quantity: 2 })).toThrow(LINE_TEXT_REQUIRED);
});
