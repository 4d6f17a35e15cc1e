import { expect, it } from "vitest";
import type { Crews } from "@domain/job/crews";
import { readJobLine } from "@domain/job/jobLine";
import { CONTEXT } from "../jobLines";

const OFFICE: Crews = {
  crews: [
    { key: "crew 2", name: "Crew 2" },
    { key: "crew 21", name: "Crew 21" },
    { key: "ana", name: "Ana" },
    { key: "bo", name: "North (side)" },
  ],
};
const JOB = "jordan sample 6145559876 88 elm st columbus";

it.each([
  ["install tue 8-4 crew 2", "Crew 2"],
  ["crew 2 install tue 8-4", "Crew 2"],
  ["install tue 8-4 CREW2", "Crew 2"],
  ["install tue 8-4, crew:21", "Crew 21"],
  ["install tue 8-4 crew ana", "Ana"],
  ["install tue 8-4 crew north (side)", "bo"],
  ["install tue 8-4 crew: bo", "bo"],
])("'%s' names the crew %s, and nothing is left of it", (typed, crew) => {
  for (const text of [`${JOB} ${typed}`, `${typed} ${JOB}`]) {
    const line = readJobLine(text, CONTEXT, OFFICE)!;
    expect(line.crew).toBe(crew);
    expect(line.name).toBe("Jordan Sample");
    expect(line.date?.visit).toBe("install");
    expect(line.notes).toEqual([]);
  }
});

it.each(["crew 3", "crew 2a", "ana", "screw 2", "crew", "crew 2-4"])(
  "a line with '%s' is what it is without crews",
  (words) => {
    const text = `${JOB} install tue 8-4 ${words}`;
    expect(readJobLine(text, CONTEXT, OFFICE)).toEqual(readJobLine(text, CONTEXT));
  },
);
