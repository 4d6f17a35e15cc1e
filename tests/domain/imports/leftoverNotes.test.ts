import { expect, it } from "vitest";
import { withLeftovers } from "@domain/imports/leftoverNotes";

const GATE = { label: "Gate", text: "7" };
const CREW = { label: "Crew", text: "A" };

it("appends values without a field to the notes, one line each", () => {
  expect(withLeftovers(" Ring twice ", [GATE, CREW])).toEqual({
    notes: "Ring twice\nGate: 7\nCrew: A",
    rest: [],
  });
  expect(withLeftovers(undefined, [])).toEqual({ notes: undefined, rest: [] });
});

it("keeps beside the job what would make its notes longer than 4,000 characters", () => {
  const long = { label: "Log", text: "x".repeat(100) };
  const notes = "n".repeat(4_000 - "\nGate: 7".length);
  expect(withLeftovers(notes, [long, GATE, CREW])).toEqual({
    notes: `${notes}\nGate: 7`,
    rest: [long, CREW],
  });
});
