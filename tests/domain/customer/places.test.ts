import { expect, it } from "vitest";
import { placeText, shortPlaceText } from "@domain/customer/places";

// oxfmt-ignore
it.each([
  ["2211 Riverbend Ct", "Columbus, OH 43085", "2211 Riverbend Ct, Columbus"],
  ["2211 Riverbend Ct", "Columbus OH 43085-1234", "2211 Riverbend Ct, Columbus"],
  ["2211 Riverbend Ct, Columbus, OH 43085", undefined, "2211 Riverbend Ct, Columbus"],
  ["12 Elm Street", "Troy", "12 Elm Street, Troy"],
  ["12 Elm Street", "Troy, OH", "12 Elm Street, Troy, OH"],
  ["", "Columbus, OH 43085", "Columbus"],
  ["Highway NW 12345 east", undefined, "Highway NW 12345 east"],
])("shortens the place %j, %j to %j", (job_address, job_city, expected) => {
  expect(shortPlaceText({ job_address, job_city })).toBe(expected);
});

it("keeps the ZIP code in the whole text of a place", () => {
  expect(
    placeText({
      job_address: "2211 Riverbend Ct",
      job_city: "Columbus, OH 43085",
    }),
  ).toBe("2211 Riverbend Ct, Columbus, OH 43085");
});
