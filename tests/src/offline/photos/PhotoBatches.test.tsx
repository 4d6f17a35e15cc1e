import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { toast } from "sonner";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { PhotoList } from "@/features/jobs/photos/PhotoList";
import { UndoKeys } from "@/offline/undo/UndoKeys";
import { emptyDevice } from "../../../support/deviceStores";
import { stubLayout } from "../../../support/fakeBackend";
import { aJobsBackend } from "../../../support/jobsBackend";
import { renderWithOutbox } from "../../../support/outboxPage";
import { aUser } from "../../../support/user";

// jsdom decodes no images.
vi.mock("@/job/photos/preparePhoto", () => ({
  preparePhoto: (file: File) => Promise.resolve({ body: file, name: file.name, thumbnail: null }),
}));

/** Uploads are answered while `isAnswering`. */
class FakeRequest extends EventTarget {
  static stored = 0;
  static isAnswering = true;
  static waiting: FakeRequest[] = [];
  readonly upload = new EventTarget();
  status = 200;
  responseText = "";
  open() {}
  setRequestHeader() {}
  send() {
    if (FakeRequest.isAnswering) this.answer();
    else FakeRequest.waiting.push(this);
  }
  answer() {
    this.responseText = `{"storageId":"f${(FakeRequest.stored += 1)}"}`;
    this.dispatchEvent(new Event("load"));
  }
  abort() {}
}

beforeAll(() => {
  stubLayout();
  vi.stubGlobal("XMLHttpRequest", FakeRequest);
});
beforeEach(() => {
  FakeRequest.isAnswering = true;
  FakeRequest.waiting = [];
  emptyDevice();
});
afterEach(() => {
  act(() => void toast.dismiss());
});

const photo = (name: string, type = "image/jpeg") => new File(["x"], name, { type });

async function open({ connected = true } = {}) {
  const { backend } = aJobsBackend({});
  backend.perform(api.jobs.generateUploadUrl, () => "http://localhost/upload");
  backend.perform(api.jobs.addFiles, () => null);
  backend.perform(api.changes.undoIntent, () => true);
  backend.setConnection(connected);
  renderWithOutbox(
    backend,
    <>
      <UndoKeys />
      <PhotoList
        owner={{
          kind: "job",
          id: "job1" as Id<"jobs">,
          label: "12 Elm Street",
          customer: "Maria Lopez",
        }}
        field="job_photo_estimate"
        fileIds={[]}
        isLocked={false}
        onOpen={() => {}}
      />
    </>,
  );
  await screen.findByText("The outbox is open.");
  const pick = (...files: File[]) =>
    fireEvent.change(screen.getByLabelText("Choose estimate photos"), {
      target: { files },
    });
  const added = () => backend.callsOf(api.jobs.addFiles);
  const undone = () => backend.callsOf(api.changes.undoIntent).map((call) => call["undoneIntent"]);
  return { user: aUser(), backend, pick, added, undone };
}

function pressUndo() {
  act(() => (document.activeElement as HTMLElement | null)?.blur());
  fireEvent.keyDown(document.body, { key: "z", ctrlKey: true });
}

const nothingWaits = () =>
  waitFor(() => expect(screen.queryByText(/waiting/)).not.toBeInTheDocument());

describe("photos that were chosen together", () => {
  it("photos that were chosen together are reported in one toast, whose Undo removes all of them", async () => {
    const { user, pick, added, undone } = await open();
    pick(photo("a.jpg"), photo("plan.svg", "image/svg+xml"), photo("b.jpg"));
    expect(await screen.findByText("2 photos added")).toBeVisible();
    expect(screen.getByText("Maria Lopez: Estimate photos")).toBeVisible();
    pick(photo("c.jpg"));
    expect(await screen.findByText("1 photo added")).toBeVisible();
    const [first, second, other] = added().map(({ batch }) => batch);
    expect(second).toBe(first);
    expect(other).not.toBe(first);

    const [undoOfLast] = screen.getAllByRole("button", { name: "Undo" });
    await user.click(undoOfLast!);
    await waitFor(() => expect(undone()).toHaveLength(1));
    pressUndo();
    await waitFor(() => expect(new Set(undone())).toEqual(new Set([first, other])));
    pressUndo();
    expect(await screen.findByText("Nothing to undo")).toBeVisible();
    expect(undone()).toHaveLength(2);
  });

  it("photos that were chosen together are undone on the device while none was sent", async () => {
    const { backend, pick, added, undone } = await open({ connected: false });
    pick(photo("a.jpg"), photo("b.jpg"));
    // The second one may still be on its way into the device's store.
    await screen.findAllByText("Waiting");
    pressUndo();
    expect(await screen.findByText("Undone")).toBeVisible();
    await nothingWaits();
    act(() => backend.setConnection(true));
    pick(photo("c.jpg"));
    expect(await screen.findByText("1 photo added")).toBeVisible();
    expect([added().length, undone()]).toEqual([1, []]);
  });

  it("photos that were chosen together are undone on the server first, and those on their way with them", async () => {
    const { backend, pick, added, undone } = await open();
    const answers: (() => void)[] = [];
    backend.perform(
      api.jobs.addFiles,
      () =>
        new Promise((resolve) => {
          if (added().length === 1) resolve(null);
          else answers.push(() => resolve(null));
        }),
    );
    pick(photo("a.jpg"), photo("b.jpg"), photo("c.jpg"));
    await waitFor(() => expect(answers).toHaveLength(1));
    FakeRequest.isAnswering = false;
    pressUndo();
    await waitFor(() => expect(undone()).toHaveLength(1));
    // The second one is being added to the job: its answer is awaited.
    expect(screen.queryByText("Undone")).not.toBeInTheDocument();
    act(() => answers.forEach((answer) => answer()));
    expect(await screen.findByText("Undone")).toBeVisible();
    const [batch] = added().map((call) => call["batch"]);
    expect(undone()).toEqual([batch, batch]);
    await nothingWaits();
    expect(screen.queryByText(/added$/)).not.toBeInTheDocument();
  });

  it("photos that were chosen together all stay if the server refuses the undo", async () => {
    const { backend, pick, added } = await open();
    backend.perform(api.changes.undoIntent, () => {
      throw new ConvexError({ code: "CONFLICT", message: "planted" });
    });
    backend.perform(api.jobs.addFiles, () => {
      FakeRequest.isAnswering = false;
      return null;
    });
    pick(photo("a.jpg"), photo("b.jpg"));
    await waitFor(() => expect(FakeRequest.waiting).toHaveLength(1));
    pressUndo();
    expect(await screen.findByText("Not undone")).toBeVisible();
    act(() => FakeRequest.waiting.forEach((request) => request.answer()));
    expect(await screen.findByText("2 photos added")).toBeVisible();
    expect(added()).toHaveLength(2);
  });
});
