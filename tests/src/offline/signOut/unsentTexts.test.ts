import { beforeEach, expect, it } from "vitest";
import { DeviceStore } from "@/offline/device/deviceStore";
import { listStores, rememberStore } from "@/offline/device/devices";
import type { KeptPhoto } from "@/offline/device/photoRow";
import { asText, removeUnsentTexts, unsentTextsOf } from "@/offline/signOut/unsentTexts";
import { emptyDevice, OWNER } from "../../../support/deviceStores";
import { aWaiting } from "../../../support/waitingItem";

const ANA = { ...OWNER, email: "Ana@example.com " };
const ELSEWHERE = { ...ANA, workspaceId: "office-2" };
const BO = { ...OWNER, userId: "user-2", email: "bo@example.com" };

beforeEach(emptyDevice);

/** A store of the person that has these notes unsent, in this order of writing. */
async function keep(owner: typeof ANA, notes: readonly [string, number][]) {
  await rememberStore(owner);
  const store = new DeviceStore(owner);
  await store.write(["outbox"], async (tx) => {
    for (const [job_notes, order] of notes)
      await tx.objectStore("outbox").put({
        ...aWaiting("jobs:update", { job_notes }),
        order,
        subject: { key: "j1", label: "612 Oak Street" },
      });
  });
  return store;
}

it("lists the unsent work of the person's stores in the order of sending", async () => {
  const store = await keep(ANA, [
    ["a later note", 2],
    ["z first", 1],
  ]);
  await keep(ELSEWHERE, [["other office", 1]]);
  await keep(BO, [["of somebody else", 1]]);
  await store.write(["drafts"], (tx) =>
    tx.objectStore("drafts").put({
      ...{ id: "d1", at: 1 },
      values: { job_notes: "Ring twice", job_address: "", jobs_price: null },
    }),
  );
  const found = (await unsentTextsOf(" ana@EXAMPLE.com"))!;
  expect(asText(found)).toBe(
    [
      "612 Oak Street\nNotes: z first",
      "612 Oak Street\nNotes: a later note",
      "New job\nNotes: Ring twice",
      "612 Oak Street\nNotes: other office",
    ].join("\n\n"),
  );
  await removeUnsentTexts(found);
  expect((await listStores()).map(({ userId }) => userId)).toEqual(["user-2"]);
});

it("counts photos, even without any text", async () => {
  const store = await keep(ANA, []);
  expect(await unsentTextsOf(ANA.email)).toBeNull();
  const photo: KeptPhoto = {
    ...{ kind: "kept", id: "p1", isHeld: false, name: "a.jpg" },
    subject: { key: "j1", label: "612 Oak Street" },
    ...{ field: "job_photo_estimate", type: "image/jpeg", at: 1, order: 1 },
    state: { kind: "waiting" },
  };
  await store.write(["photos"], (tx) => tx.objectStore("photos").put(photo));
  expect(await unsentTextsOf(ANA.email)).toMatchObject({
    texts: [],
    photoCount: 1,
  });
});
