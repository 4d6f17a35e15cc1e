import { fireEvent, screen } from "@testing-library/react";
import type { FunctionReturnType } from "convex/server";
import { expect, it } from "vitest";
import { api } from "@convex/_generated/api";
import { SubjectHistory } from "@/features/history/SubjectHistory";
import { FakeBackend, renderOn } from "../../../support/fakeBackend";

type Entry = FunctionReturnType<typeof api.changes.ofSubject>["page"][number];

const anEntry = (at: number) =>
  ({
    ...{ _id: `c${at}`, kind: "updateJob", at, byName: `Person ${at}` },
    ...{ subjectLabel: "Ann Field", writes: [], by: "u1", isRun: false },
    ...{ isUndone: false, isUndoable: false, subject: "job1" },
  }) as unknown as Entry;

it("shows ten changes of a job, and the older ones on request", async () => {
  const backend = new FakeBackend();
  const asked: unknown[] = [];
  backend.answer(api.changes.ofSubject, ({ subject, paginationOpts }) => {
    const { cursor, numItems } = paginationOpts;
    asked.push([subject, numItems]);
    const from = Number(cursor ?? 0);
    return {
      page: Array.from({ length: Math.min(10, 12 - from) }, (_, at) => anEntry(from + at)),
      isDone: from > 0,
      continueCursor: "10",
    };
  });
  renderOn(backend, <SubjectHistory title="History" subject="job1" />);
  expect(screen.getAllByText(/^Person/)).toHaveLength(10);
  expect(asked).toEqual([["job1", 10]]);
  fireEvent.click(screen.getByRole("button", { name: "Show older" }));
  expect(await screen.findByText(/^Person 11/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Show older" })).toBeNull();
});

it("says that nothing is recorded", () => {
  const backend = new FakeBackend();
  backend.answer(api.changes.ofSubject, () => ({
    ...{ page: [], isDone: true, continueCursor: "" },
  }));
  renderOn(backend, <SubjectHistory title="History" subject="job1" />);
  expect(screen.getByText("No changes recorded.")).toBeVisible();
});
