import { render, screen } from "@testing-library/react";
import { ConvexProvider } from "convex/react";
import { beforeEach, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { LinkedJobDialog } from "@/features/jobs/LinkedJobDialog";
import type { Job } from "@/job/jobForm";
import { useDayCopies } from "@/offline/days/DayCopyProvider";
import { useOutbox, type OutboxControl } from "@/offline/useOutbox";
import { showToast } from "@/lib/toasts";
import { aJob } from "../../../support/builders";
import { FakeBackend } from "../../../support/fakeBackend";
import { aWaiting } from "../../../support/waitingItem";

vi.mock("@/offline/useOutbox");
vi.mock("@/offline/days/DayCopyProvider");
vi.mock("@/lib/toasts");
vi.mock("@/features/jobs/LazyJobDialog", () => ({
  LazyJobDialog: ({ known }: { known?: Job }) => (
    <p role="dialog">{known?.customer_name ?? "Unknown"}</p>
  ),
}));

beforeEach(() => {
  vi.clearAllMocks();
});

interface Known {
  /** Undefined while the server does not answer, null if it has no such job. */
  readonly live?: Job | null;
  readonly copied?: readonly Job[];
  /** The subject of a change that waits on this device. */
  readonly waiting?: string;
}

function open({ live, copied = [], waiting }: Known) {
  const subject = { key: waiting ?? "", label: "" };
  const item = { ...aWaiting("jobs:update", {}), subject };
  vi.mocked(useOutbox).mockReturnValue({
    items: waiting === undefined ? [] : [item],
  } as unknown as OutboxControl);
  vi.mocked(useDayCopies).mockReturnValue({
    copy: { jobs: copied },
  } as unknown as ReturnType<typeof useDayCopies>);
  const backend = new FakeBackend();
  backend.answer(api.jobs.get, () => live);
  const onClose = vi.fn();
  render(
    <ConvexProvider client={backend.asClient()}>
      <LinkedJobDialog jobId="key1" onClose={onClose} />
    </ConvexProvider>,
  );
  return {
    backend,
    onClose,
    shown: () => screen.queryByRole("dialog")?.textContent ?? null,
  };
}

it.each<[string, Known, string]>([
  ["the server knows", { live: aJob() }, "Unknown"],
  ["this device knows by its id", { copied: [aJob({ _id: "key1" as never })] }, "Ann Field"],
  ["this device knows by its key", { copied: [aJob({ clientKey: "key1" })] }, "Ann Field"],
  ["waits to be created", { live: null, waiting: "key1" }, "Unknown"],
])("the link to a job that %s opens it", (_name, known, text) => {
  const { shown, onClose } = open(known);
  expect(shown()).toBe(text);
  expect(onClose).not.toHaveBeenCalled();
});

it("a link to a missing job closes with a message, and a job that is deleted while it is open stays", () => {
  const { shown, onClose } = open({ live: null, waiting: "another" });
  expect(shown()).toBeNull();
  expect(onClose).toHaveBeenCalledOnce();
  expect(showToast).toHaveBeenCalledExactlyOnceWith("error", "Job not found", expect.anything());
  const opened = open({ live: aJob() });
  opened.backend.answer(api.jobs.get, () => null);
  expect(opened.shown()).toBe("Unknown");
});
