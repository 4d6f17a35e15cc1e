import { expect, it } from "vitest";
import {
  CREW_NAME_REQUIRED,
  CREW_NAME_TAKEN,
  crewsOfChange,
  setCrew,
  TOO_MANY_CREWS,
} from "@domain/changes/setCrew";
import { MAX_CREWS } from "@domain/job/crews";
import { tooLongSentence, TYPED_TEXTS } from "@domain/calls/inputLimits";

const CREWS = [
  { key: "crew 1", name: "Crew 1" },
  { key: "crew 2", name: "Red crew" },
];

it("adds a crew, renames one in its place, and takes one off the list", () => {
  const ann = { key: "ann", name: "Ann" };
  expect(crewsOfChange(CREWS, { key: "Ann", name: " Ann " })).toEqual([...CREWS, ann]);
  expect(crewsOfChange(CREWS, { key: "crew 1", name: "Blue crew" })).toEqual([
    { key: "crew 1", name: "Blue crew" },
    CREWS[1],
  ]);
  expect(crewsOfChange(CREWS, { key: "crew 1", name: null })).toEqual([CREWS[1]]);
  expect(crewsOfChange(undefined, ann)).toEqual([ann]);
});

it.each([
  ["an empty name", { key: "crew 1", name: " " }, CREW_NAME_REQUIRED],
  ["another crew's name", { key: "ann", name: "red CREW" }, CREW_NAME_TAKEN],
  [
    "a name that is too long",
    { key: "ann", name: "x".repeat(61) },
    tooLongSentence(TYPED_TEXTS.crew),
  ],
])("%s is refused at its field", (_what, args, message) => {
  expect(() => crewsOfChange(CREWS, args)).toThrow(
    expect.objectContaining({
      data: expect.objectContaining({ field: "name", message }) as object,
    }),
  );
});

it("a full list takes no further crew, and lets one be renamed", () => {
  const full = Array.from({ length: MAX_CREWS }, (_, at) => ({
    key: `crew ${at}`,
    name: `Crew ${at}`,
  }));
  expect(() => crewsOfChange(full, { key: "ann", name: "Ann" })).toThrow(
    expect.objectContaining({
      data: expect.objectContaining({ message: TOO_MANY_CREWS }) as object,
    }),
  );
  expect(crewsOfChange(full, { key: "crew 0", name: "Ann" })[0]).toEqual({
    key: "crew 0",
    name: "Ann",
  });
});

it("names the crew in the outbox", () => {
  expect(setCrew.make("ann", "Ann")).toMatchObject({
    args: { key: "ann", name: "Ann" },
    label: "Ann",
  });
  expect(setCrew.make("ann", null).label).toBe("Crew removed");
});
