import fc from "fast-check";
import { expect, it } from "vitest";
import { crewsOfChange, CREW_NAME_TAKEN } from "@domain/changes/setCrew";
import {
  crewName,
  crewText,
  isOfCrew,
  knownCrew,
  mayCollide,
  NO_CREW,
  storedCrew,
  withCrewNames,
  withUsedCrews,
  type Crew,
} from "@domain/job/crews";
import { ofCrewOn } from "@domain/job/crewVisits";

const CREWS: Crew[] = [
  { key: "crew 1", name: "Crew 1" },
  { key: "crew 2", name: "Red crew" },
];
const DAY = { from: 0, until: 100 };

it.each([
  ["Crew 2", "Red crew"],
  ["  CREW   2 ", "Red crew"],
  ["Ann", "Ann"],
  ["", NO_CREW],
  [undefined, NO_CREW],
])("the crew that a job stores as %j is called %j", (text, name) => {
  expect(crewName(text, { crews: CREWS })).toBe(name);
});

it.each([
  ["crew 1", "Crew 1"],
  ["red CREW", "crew 2"],
  ["Crew 2", "crew 2"],
])("a person who types %j means the crew that jobs store as %j", (typed, text) => {
  expect(crewText(knownCrew(typed, { crews: CREWS })!)).toBe(text);
});

it("a job's crews get their present names, and are stored as before when they are read again", () => {
  const job = { job_install_crew: "crew 2", job_estimate_date: 0 };
  const named = withCrewNames(job, { crews: CREWS });
  expect(named).toEqual({ ...job, job_install_crew: "Red crew" });
  expect(storedCrew(named.job_install_crew, { crews: CREWS })).toBe("crew 2");
  expect(storedCrew("Ann\nBob", { crews: CREWS })).toBe("Ann, Bob");
});

it("a name that no crew has or had is a new one", () => {
  expect(knownCrew("Crew 3", { crews: CREWS })).toBeUndefined();
});

it("whatever is added, renamed and removed, what a person types shows the crew that they meant", () => {
  const name = fc.constantFrom("Crew 1", "crew 1", "Ann", "Łukasz", "lukasz");
  const change = fc.record({
    key: name,
    name: fc.option(name),
  });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 12 }), name, (changes, typed) => {
      let crews: Crew[] = [];
      for (const each of changes)
        try {
          crews = crewsOfChange(crews, each);
        } catch (error) {
          expect(error).toMatchObject({ data: { message: CREW_NAME_TAKEN } });
        }
      expect(new Set(crews.map(({ key }) => key)).size).toBe(crews.length);
      const names = crews.map((crew) => knownCrew(crew.name, { crews }));
      expect(names).toEqual(crews);
      const known = knownCrew(typed, { crews });
      if (known) expect(crewName(crewText(known), { crews })).toBe(known.name);
    }),
  );
});

it("a visit is of its own crew, and the other visit of the same job is not", () => {
  const job = {
    ...{ job_estimate_date: 10, job_install_date: 20 },
    ...{ job_estimate_crew: "Ann", job_install_crew: "Crew 2" },
  };
  expect(isOfCrew({ job, type: "estimate" }, "ann")).toBe(true);
  expect(isOfCrew({ job, type: "install" }, "ann")).toBe(false);
  expect(isOfCrew({ job: {}, type: "install" }, "")).toBe(true);
  expect(isOfCrew({ job, type: "install" }, undefined)).toBe(true);
});

it.each([
  [undefined, ["both", "later", "nobody's"]],
  ["ann", ["both"]],
  ["crew 2", ["both"]],
  ["", ["nobody's"]],
  ["dee", []],
])("of a day, the crew %j has the jobs %j", (crew, names) => {
  const jobs = [
    {
      name: "both",
      ...{ job_estimate_date: 10, job_install_date: 20 },
      ...{ job_estimate_crew: "Ann", job_install_crew: "Crew 2" },
    },
    // The estimate alone is on this day.
    {
      name: "later",
      ...{ job_estimate_date: 10, job_install_date: 200 },
      ...{ job_estimate_crew: "Bea", job_install_crew: "Dee" },
    },
    { name: "nobody's", job_install_date: 30 },
  ];
  expect(ofCrewOn(jobs, DAY, crew).map(({ name }) => name)).toEqual(names);
});

it.each([
  ["Crew 1", "crew 1", true],
  ["Crew 1", "Crew 2", false],
  ["Crew 1", undefined, true],
  ["", "Crew 2", true],
])("visits of %j and of %j may take the same people: %j", (a, b, may) => {
  expect(mayCollide(a, b)).toBe(may);
  expect(mayCollide(b, a)).toBe(may);
});

it("the office's crews come first, then those of its visits, each once and by name", () => {
  const used = ["Dee", "CREW 2", undefined, "ann", "dee", " "];
  expect(withUsedCrews({ crews: CREWS }, used)).toEqual([
    ...CREWS,
    { key: "ann", name: "ann" },
    { key: "dee", name: "dee" },
  ]);
});
