import { describe, expect, it } from "vitest";
import { cityWithState, isState, readStreet } from "@domain/customer/addressText";
import { readJobLine } from "@domain/job/jobLine";
import { readContact } from "@domain/customer/pastedContact";

const NOW = new Date(2026, 10, 24, 9).getTime();

describe("street addresses", () => {
  it.each([
    "88 Elm St",
    "88 Elm St. Apt 4",
    "88 Elm St West",
    "88 Elm St North Apt 4B",
    "12-14 Elm St",
    "88b Oak Ln #3",
    "12 New Albany Rd",
    "12 Park Place Dr N",
    "38 Forest Hills Dr",
    "7 Deer Creek",
    "9 Fox Hollow",
    "600 North High Street",
    "15 W 5th Ave",
    "1 St Clair Ave",
    "100 N Martin Luther King Blvd",
    "4410 County Road 12",
    "12 Old Route 42",
    "77 State Highway 3",
    "9 County Line Rd 5",
    "5800 US 23 N",
    "1600 N Broadway",
    "20 Mill St Bldg C-2",
    "20 Mill St Floor 2",
    "2000 Polaris Pkwy Ste 200",
  ])("a street address is read alike in a typed line and in a pasted text: %s", (address) => {
    expect(readContact(`${address}\nColumbus, OH 43215`)).toMatchObject({
      address,
      city: "Columbus, OH 43215",
    });
    const line = readJobLine(`Jordan Sample, ${address}, Columbus`, {
      now: NOW,
      shownDay: "2026-11-24",
    });
    expect(line).toMatchObject({
      name: "Jordan Sample",
      address,
      city: "Columbus",
      notes: [],
    });
  });

  it.each([
    ["88 Elm St Columbus", "88 Elm St", "Columbus"],
    ["88 Elm St West Jefferson", "88 Elm St", "West Jefferson"],
    ["12A Elm St lot of dogs", "12A Elm St", "lot of dogs"],
    ["12 1/2 Elm St FL 33101", "12 1/2 Elm St", "FL 33101"],
    ["88 Old Hwy 12/8", "88 Old Hwy", "12/8"],
    ["2 dogs on Elm St", null, null],
    ["2 story house hill", null, null],
  ])("a street address ends where the street ends: %j", (text, street, rest) => {
    const read = readStreet(text);
    expect(read?.isSure === true ? [read.street, read.rest] : [null, null]).toEqual([street, rest]);
  });

  it("a number with a few words is a street address only if more speaks for it", () => {
    expect(readStreet("1200 Speedway")?.isSure).toBe(false);
    expect(readStreet("call 3 times")).toBeNull();
    expect(readStreet("PO Box 12")?.isSure).toBe(true);
  });
});

describe("states", () => {
  it.each([
    ["OH", true],
    ["OH 43215", true],
    ["Ohio", true],
    ["ohio 43215-1234", true],
    ["43215", true],
    ["oh 43215", true],
    ["or", false],
    ["in", false],
    ["Me", false],
    ["Columbus", false],
    ["4321", false],
    ["", false],
  ])("a state is told from a word of two small letters: %j, %s", (text, is) => {
    expect(isState(text)).toBe(is);
  });

  it.each([
    ["Columbus OH 43215", "Columbus, OH 43215"],
    ["Columbus, OH", "Columbus, OH"],
    ["Columbus Ohio 43215", "Columbus, Ohio 43215"],
    ["St. Paul MN", "St. Paul, MN"],
    ["Columbus oh", null],
    ["Joe Montana", null],
    ["Columbus", null],
    ["Columbus OH 43215 gate 7", null],
  ])("a state behind a city is read: %j is %j", (text, city) => {
    expect(cityWithState(text)).toBe(city);
  });
});
