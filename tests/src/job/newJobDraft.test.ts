import { beforeEach, describe, expect, it } from "vitest";
import { DeviceStore } from "@/offline/device/deviceStore";
import type { DeviceSchema } from "@/offline/device/deviceSchema";
import { EMPTY_JOB_FORM } from "@/job/jobFormFields";
import { newDraft, openDraft, readDrafts } from "@/job/newJobDraft";
import { createOutboxStore } from "@/offline/outbox/outboxStore";
import { outboxRules } from "@/offline/outbox/outboxRules";
import { aCustomer } from "../../support/builders";
import { keepDraft } from "../../support/keepDraft";
import { emptyDevice, OWNER } from "../../support/deviceStores";

const draft = {
  id: "key-1",
  values: {
    ...EMPTY_JOB_FORM,
    customer_name: "Ann Field",
    job_categories: ["Gutter cleaning"],
  },
  chosen: null,
  at: 1,
};

let store: DeviceStore;

beforeEach(() => {
  emptyDevice();
  store = new DeviceStore(OWNER);
});

describe("the new jobs that were begun", () => {
  it("drafts of new jobs are kept until they are removed, the last begun first", async () => {
    const later = { ...draft, id: "key-2", at: 2 };
    await keepDraft(store, draft);
    await keepDraft(store, later);
    expect(await readDrafts(store)).toEqual([later, draft]);
    const writer = openDraft(store, {
      id: "key-2",
      onProblem: () => undefined,
    });
    writer.takeOver({ key: "key-2", field: "draft", text: later });
    writer.discard();
    await writer.flush();
    writer.stop();
    await writer.flush();
    expect(await readDrafts(store)).toEqual([draft]);
  });

  it("drafts of new jobs keep the customer as they were chosen", async () => {
    const chosen = aCustomer();
    const values = { ...draft.values, job_customer_id: chosen.customer_id };
    await keepDraft(store, { ...draft, values, chosen });
    expect(await readDrafts(store)).toEqual([{ ...draft, values, chosen }]);
  });

  it("drafts of new jobs are read with known fields only, and no customer who is not there", async () => {
    const row: DeviceSchema["drafts"]["value"] = {
      id: "key-1",
      at: 1,
      values: {
        customer_name: "Ann Field",
        job_customer_id: "C-1001",
        job_address: 12,
        job_status: "sold",
        job_categories: [1],
        was_called: true,
      },
    };
    await store.write(["drafts"], (tx) => tx.objectStore("drafts").put(row));
    expect((await readDrafts(store))[0]?.values).toEqual({
      ...EMPTY_JOB_FORM,
      customer_name: "Ann Field",
    });
  });

  it("a draft is deleted in the transaction that puts its job into the outbox", async () => {
    await keepDraft(store, draft);
    await keepDraft(store, { ...draft, id: "key-2" });
    await createOutboxStore(store).transact((items) =>
      outboxRules.addChange(
        items,
        {
          id: "a",
          call: "jobs:create",
          args: {},
          subject: { key: "key-1", label: "" },
          creates: "key-1",
          field: null,
          label: "New job",
          at: 1,
        },
        { release: "r1" },
      ),
    );
    expect((await readDrafts(store)).map(({ id }) => id)).toEqual(["key-2"]);
  });

  it("drafts of new jobs have unique keys", () => {
    expect(newDraft().id).not.toBe(newDraft().id);
  });
});
