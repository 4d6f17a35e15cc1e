import { render, screen } from "@testing-library/react";
import { ConvexProvider } from "convex/react";
import { expect, it } from "vitest";
import { api } from "@convex/_generated/api";
import { readJobLine } from "@domain/job/jobLine";
import { LinePreview } from "@/features/palette/LinePreview";
import { aJob } from "../../../support/builders";
import { FakeBackend } from "../../../support/fakeBackend";

const NOW = new Date(2026, 10, 24, 9).getTime();

function show(text: string) {
  const line = readJobLine(text, { now: NOW, shownDay: "2026-11-24" });
  if (line === null) throw new Error(`not a line: ${text}`);
  const backend = new FakeBackend();
  const job_install_date = new Date(2026, 11, 8, 13).getTime();
  backend.answer(api.jobs.getScheduledForDay, () => [aJob({ job_install_date })]);
  render(
    <ConvexProvider client={backend.asClient()}>
      <LinePreview read={{ line, customer: undefined, entries: [], reason: null, now: NOW }} />
    </ConvexProvider>,
  );
}

it("says how long a typed install takes, and that a visit within it is at the same time", () => {
  show("jo ek 5 oak ln install dec 8 8-4");
  expect(screen.getByText("Install length or window").nextSibling).toHaveTextContent(
    /^Takes until 4 PM$/,
  );
  expect(screen.getByRole("listitem")).toHaveTextContent(/^1:00 PM.*at the same time$/);
});

it("says the window that a typed estimate promises, which no visit overlaps", () => {
  show("jo ek 5 oak ln estimate dec 8 8-10");
  expect(screen.getByText("Estimate length or window").nextSibling).toHaveTextContent(
    /^Arrives 8 to 10 AM$/,
  );
  expect(screen.getByRole("listitem")).not.toHaveTextContent("at the same time");
});
