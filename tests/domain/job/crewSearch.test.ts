import fc from "fast-check";
import { expect, it } from "vitest";
import { crewsMeant, hasCrew, parseCrews } from "@domain/job/crewSearch";

it.each([
  ["", [], ""],
  ["oak street", [], "oak street"],
  ["crew:2", ["2"], ""],
  ["elm crew:2 is:unpaid", ["2"], "elm   is:unpaid"],
  ['CREW:"Crew 2" elm', ["Crew 2"], "elm"],
  ["crew:“Crew 2”", ["Crew 2"], ""],
  ['crew:"Crew', ["Crew"], ""],
  ["crew:1 crew:none", ["1", "none"], ""],
  ["crew: 2", [], "crew: 2"],
  ["screw:2 a:crew:2", [], "screw:2 a:crew:2"],
])("reads the crews in %j", (typed, names, words) => {
  expect(parseCrews(typed)).toEqual({ names, words });
});

it("what was typed of crews and words is read back, for every name", () => {
  const anyName = fc.string().map((text) => text.replace(/["“”]/g, ""));
  fc.assert(
    fc.property(anyName, (name) => {
      expect(parseCrews(`elm crew:"${name}" oak`).names).toEqual([name]);
    }),
  );
});

const OFFICE = {
  crews: [
    { key: "crew 1", name: "North" },
    { key: "crew 2", name: "Crew 2" },
    { key: "crew 20", name: "Crew 20" },
    { key: "mike", name: "Mike Ortiz" },
    { key: "none", name: "None of Us" },
  ],
};

it.each([
  ["2", ["crew 2"]],
  ["crew 2", ["crew 2"]],
  ["NORTH", ["crew 1"]],
  ["1", ["crew 1"]],
  ["ort", ["mike"]],
  ["crew", ["crew 2", "crew 20"]],
  ["none", ["none"]],
  ["Zoë", ["zoe", "crew zoe"]],
])("means by %j the crews %j", (name, keys) => {
  expect(crewsMeant(name, OFFICE)).toEqual(keys);
});

it("means by none the visits without a crew, and by an empty name the crews of the list", () => {
  expect(crewsMeant("none", {})).toEqual([""]);
  expect(crewsMeant("", OFFICE)).toHaveLength(OFFICE.crews.length);
  expect(crewsMeant("", {})).toEqual(["crew"]);
});

it("takes a job as a crew's if either visit is, and as nobody's if a visit with a date is", () => {
  expect(hasCrew({ job_estimate_crew: "Crew 2" }, ["crew 2"])).toBe(true);
  expect(hasCrew({ job_install_crew: "CREW 2" }, ["crew 2"])).toBe(true);
  expect(hasCrew({ job_install_crew: "Crew 2" }, ["crew 1"])).toBe(false);
  expect(hasCrew({}, [""])).toBe(false);
  const dated = { job_install_date: 1 };
  expect(hasCrew(dated, [""])).toBe(true);
  expect(hasCrew({ ...dated, job_install_crew: "Crew 2" }, [""])).toBe(false);
});
