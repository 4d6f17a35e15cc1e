import { beforeEach, expect, it, vi } from "vitest";
import { DraftWriter, type DraftState } from "@/features/jobs/DraftWriter";
import { newDraft, readDrafts } from "@/features/jobs/newJobDraft";
import { DeviceStore } from "@/offline/device/deviceStore";
import { emptyDevice, OWNER } from "../../../support/deviceStores";

let store: DeviceStore;
let states: DraftState[];

const draft = newDraft();
const typed = (job_notes: string) => ({
  ...draft,
  values: { ...draft.values, job_notes },
});
const notes = async () =>
  (await readDrafts(store)).map(({ values }) => values.job_notes);

function open() {
  return new DraftWriter(store, { id: draft.id, draft: null }, (state) =>
    states.push(state),
  );
}

beforeEach(() => {
  emptyDevice();
  store = new DeviceStore(OWNER);
  states = [];
});

it("writes what is typed by itself, and what is left when the form closes", async () => {
  const writer = open();
  writer.show(typed("a"));
  expect(states).toEqual([{ isStored: false, problem: null }]);
  await vi.waitFor(async () => expect(await notes()).toEqual(["a"]));
  expect(states.at(-1)).toEqual({ isStored: true, problem: null });
  writer.show(typed("ab"));
  writer.stop();
  await vi.waitFor(async () => expect(await notes()).toEqual(["ab"]));
});

it("writes nothing after the draft was saved, until it was refused", async () => {
  const writer = open();
  writer.show(typed("a"));
  await writer.save();
  await store.write(["drafts"], (tx) => tx.objectStore("drafts").clear());
  writer.show(typed("ab"));
  await writer.flush();
  expect(await notes()).toEqual([]);
  await writer.unsave();
  expect(await notes()).toEqual(["ab"]);
  await writer.remove();
  expect(await notes()).toEqual([]);
});

it("says why the device could not keep a draft, and keeps it with the next letter", async () => {
  const writer = open();
  const full = new DOMException("No space.", "QuotaExceededError");
  const put = vi
    .spyOn(IDBObjectStore.prototype, "put")
    .mockImplementation(() => {
      throw full;
    });
  writer.show(typed("a"));
  await writer.flush();
  put.mockRestore();
  const problem = expect.stringContaining("This device is full.") as string;
  expect(states.at(-1)).toEqual({ isStored: false, problem });
  writer.show(typed("ab"));
  await writer.flush();
  expect(await notes()).toEqual(["ab"]);
});
