import { expect, it } from "vitest";
import { capitalized } from "@domain/text/capitals";

it.each([
  ["jordan sample", "Jordan Sample"],
  ["ann-marie o'brien", "Ann-Marie O'Brien"],
  ["joe's diner llc", "Joe's Diner LLC"],
  ["ray mcdonald", "Ray McDonald"],
  ["15 w 5th ave ne apt 2b", "15 W 5th Ave NE Apt 2B"],
  ["PAM STEIN", "PAM STEIN"],
  ["Dana de Vries", "Dana de Vries"],
  ["", ""],
])("writes %j as %j", (typed, written) => {
  expect(capitalized(typed)).toBe(written);
});
