import { renderHook } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { useFieldSyncStatus, useJobSyncStatus } from "@/job/useSyncStatus";
import { useOutbox, type OutboxControl } from "@/offline/useOutbox";
import { aJob } from "../../support/builders";
import { aWaiting } from "../../support/waitingItem";

vi.mock("@/offline/useOutbox");

const NEW_JOB = aJob({ clientKey: "key1" });

const changeOf = (id: string) => aWaiting("jobs:update", { id });

interface Outbox {
  readonly items?: OutboxControl["items"];
  readonly saved?: readonly string[];
}

function statusOf({ items = [], saved = [] }: Outbox) {
  vi.mocked(useOutbox).mockReturnValue({
    items,
    isSignedOut: false,
    hasSaved: (key: string) => saved.includes(key),
  } as OutboxControl);
  return renderHook(() => useJobSyncStatus(NEW_JOB)).result.current;
}

it.each([
  ["nothing", {}, null, false],
  ["a change under its id", { items: [changeOf("job1")] }, "Waiting", false],
  ["a change under its key", { items: [changeOf("key1")] }, "Waiting", false],
  ["a change of another job", { items: [changeOf("job2")] }, null, false],
  ["a save under its id", { saved: ["job1"] }, null, true],
  ["a save under its key", { saved: ["key1"] }, null, true],
  ["a save of another job", { saved: ["job2"] }, null, false],
  ["a save and a change", { saved: ["key1"], items: [changeOf("key1")] }, "Waiting", false],
] as const)(
  "a job of which this page has %s is %j, saved: %j",
  (_name, outbox, syncStatus, isSaved) => {
    expect(statusOf(outbox)).toEqual({ syncStatus, isSaved });
  },
);

it("a refused field has no sync status, and every other one its own", () => {
  const refused = { kind: "refused", code: "INVALID", message: "" } as const;
  const changes = [
    { ...aWaiting("jobs:update", {}), field: "job_notes" },
    { ...aWaiting("jobs:update", {}, refused), field: "job_city" },
  ];
  const statuses = (isSignedOut: boolean) =>
    renderHook(() => useFieldSyncStatus(changes, isSignedOut)).result.current;
  expect(statuses(false)).toEqual({ job_notes: "Waiting" });
  expect(statuses(true)).toEqual({ job_notes: "Sign in" });
});
