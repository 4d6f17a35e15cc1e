import { expect, it } from "vitest";
import type { MutationCtx } from "@convex/_generated/server";
import { Recorder } from "@convex/model/writes/recorder";
import { openBackend } from "../../../support/convexHarness";

const AUTHOR = {
  member: { workspaceId: "anna", by: "anna", byName: "Anna" },
  kind: "inventory.recordIntake",
} as const;
const COLOR = {
  workspaceId: "anna",
  colorNumber: "180",
  colorName: "White",
  hexColor: "#ffffff",
  sizeOptions: [],
};

/** The writes that a change records. */
async function recorded(change: (db: MutationCtx["db"]) => Promise<unknown>) {
  return await openBackend().run(async (ctx) => {
    const recorder = new Recorder(ctx, AUTHOR);
    await change(recorder.ctx.db);
    return [...recorder.writes.values()].map(({ before, after }) => ({
      before,
      after,
    }));
  });
}

it("two writes to one row are recorded as one, from before the first to after the second", async () => {
  const writes = await recorded(async (db) => {
    const id = await db.insert("inventoryColors", COLOR);
    await db.patch("inventoryColors", id, { colorName: "Snow" });
  });
  expect(writes).toEqual([
    {
      before: null,
      after: { colorNumber: "180", colorName: "Snow", hexColor: "#ffffff" },
    },
  ]);
});
