import { makeFunctionReference } from "convex/server";
import fc from "fast-check";
import { expect, it } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { addLines, editLines, removeLines } from "@domain/changes/jobLines";
import { putBackLines, takeLines } from "@domain/changes/lineStock";
import { setUnit } from "@domain/changes/setUnit";
import type { LineRow } from "@domain/estimate/lines";
import { inOrder } from "@domain/estimate/order";
import { verdictOn } from "@/offline/outbox/outboxServer";
import { shownLines } from "@/offline/outbox/lineRows";
import { newChange } from "@/offline/outbox/newChange";
import { aJob, aNewJob } from "../../../support/builders";
import { openForTwo } from "../../../support/convexHarness";
import { expectCall } from "../../../support/expectCall";
import { aWaiting } from "../../../support/waitingItem";

const KEYS = Array.from({ length: 4 }, (_, at) => `0000000${at}-0000-4000-8000-000000000000`);
const KEY = KEYS[0] ?? "";
const LINE = {
  clientKey: KEY,
  ...{ name: "Gutter Coil .032", quantity: 40, order: "i" },
};

const ADDED = {
  clientKey: KEY,
  ...({ name: "Haul away", quantity: 40, order: "i" } as const),
};

const clientKey = fc.constantFrom(...KEYS);
const fields = {
  clientKey,
  name: fc.constantFrom("Haul away", "Gutter Coil .032", " "),
  quantity: fc.constantFrom(1, 40, 0),
  order: fc.constantFrom("b", "i", "m"),
};
const price = fc.constantFrom(9.25, 0, -1, null);
const size = fc.constantFrom("5", "6", null);
const aChange = fc.oneof(
  fc
    .array(fc.record(fields), { minLength: 1, maxLength: 2 })
    .map((lines) => ["lines:add", { lines }] as const),
  fc
    .array(fc.record({ ...fields, price, size }, { requiredKeys: ["clientKey"] }), {
      minLength: 1,
      maxLength: 2,
    })
    .map((lines) => ["lines:edit", { lines }] as const),
  fc
    .array(clientKey, { minLength: 1, maxLength: 2 })
    .map((keys) => ["lines:remove", { keys }] as const),
);

it("the lines shown before the responses are those that the server stores, whatever was changed", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(aChange, { maxLength: 8 }), async (drawn) => {
      const { anna } = openForTwo();
      const id = await anna.mutation(api.jobs.create, aNewJob());
      const job = await anna.query(api.jobs.get, { id });
      if (job === null) throw new Error("The job is missing.");
      const changes = drawn.map(([call, args]) => aWaiting(call, { id, ...args }));
      const shown = async (from: number) => {
        const lines = await anna.query(api.lines.ofJob, { id });
        return shownLines(job, lines, changes.slice(from)).map(({ _id, ...line }) => ({
          ...{ ...line, price: line.price, size: line.size },
          ...{ _creationTime: null, jobId: null },
        }));
      };
      const seen = [await shown(0)];
      for (const [at, { call, args }] of changes.entries()) {
        await anna
          .mutation(makeFunctionReference<"mutation">(call), { ...args })
          .catch((error: unknown) => expect(verdictOn(error)).not.toBeNull());
        // The answer may come after the change of the rows.
        seen.push(await shown(at + 1));
      }
      for (const each of seen) expect(each).toEqual(seen.at(-1));
    }),
    {
      numRuns: 40,
      examples: [
        [
          [
            ["lines:add", { lines: [ADDED] }],
            [
              "lines:edit",
              {
                lines: [
                  { clientKey: KEY, price: 9.25, order: "b" },
                  { clientKey: KEY, order: "i" },
                ],
              },
            ],
          ],
        ],
      ],
    },
  );
});

it("shows a change without a response once, and none of another job", async () => {
  const { anna } = openForTwo();
  const id = await anna.mutation(api.jobs.create, aNewJob());
  const job = await anna.query(api.jobs.get, { id });
  if (job === null) throw new Error("The job is missing.");
  const add = aWaiting("lines:add", { id, lines: [LINE] });
  await anna.mutation(api.lines.add, { id, lines: [LINE] });
  const lines = await anna.query(api.lines.ofJob, { id });
  const other = aWaiting("lines:remove", { id: "another", keys: [KEY] });
  expect(shownLines(job, lines, [add, other])).toEqual(inOrder(lines));
  const note = aWaiting("messages:noteOpened", {
    subject: id,
    message: "done",
  });
  expect(shownLines(job, lines, [note])).toEqual(lines);
});

const JOB = {
  _id: "j1",
  clientKey: "k1",
  job_address: "12 Oak St",
  customer_name: "Ann Field",
};
const SUBJECT = { key: "k1", label: "12 Oak St", customer: "Ann Field" };
const KEPT = { subject: SUBJECT, field: null };

it("a row, several rows, an edit and a removal are sent for the job by its key, and none replaces another", () => {
  const other = { ...LINE, clientKey: KEYS[1] ?? "" };
  expectCall("lines.add", newChange(addLines, JOB, [LINE]), {
    args: { id: "k1", lines: [LINE] },
    ...{ ...KEPT, label: "Gutter Coil .032" },
  });
  expectCall("lines.add", newChange(addLines, JOB, [LINE, other]), {
    args: { id: "k1", lines: [LINE, other] },
    ...{ ...KEPT, label: "2 rows" },
  });
  const edit = [{ clientKey: KEY, price: null }];
  const edited = newChange(editLines, JOB, edit, { label: "Price" });
  expectCall("lines.edit", edited, {
    args: { id: "k1", lines: edit },
    ...{ ...KEPT, label: "Price" },
  });
  expect(edited.writes).toEqual([KEY]);
  const row = { ...LINE, _id: "l1" };
  expectCall("lines.remove", newChange(removeLines, JOB, [row]), {
    args: { id: "k1", keys: [KEY] },
    ...{ ...KEPT, label: "Gutter Coil .032 removed" },
  });
});

it("rows that wait to be taken are shown as taken, once, until they are put back", () => {
  const job = aJob({ _id: "j1" as Id<"jobs"> });
  const row = (at: number, fields: Partial<LineRow>): LineRow => ({
    ...{ _id: `l${at}`, clientKey: KEYS[at] ?? "", order: "i", quantity: 20 },
    ...{ name: "Splash Block", unit: "piece", itemId: "block", ...fields },
  });
  const lines = [
    row(0, { taken: 4, takenItem: "block" }),
    row(1, { unit: "foot", sku: "GUT-SEAMLESS", itemId: "gutter" }),
    row(2, { name: "Haul away", unit: undefined, itemId: undefined }),
  ];
  const take = aWaiting("lines:take", { id: "j1", wastePercent: 10 });
  const back = aWaiting("lines:putBack", { id: "j1" });
  const taken = (...waiting: (typeof take)[]) =>
    shownLines(job, lines, waiting).map((line) => line.taken);
  expect(taken(take)).toEqual([20, 22, undefined]);
  expect(taken(take, take)).toEqual([20, 22, undefined]);
  expect(taken(take, back)).toEqual([undefined, undefined, undefined]);
  expectCall("lines.take", newChange(takeLines, JOB, 10), {
    args: { id: "k1", wastePercent: 10 },
    ...{ ...KEPT, label: "Taken from stock" },
  });
  expectCall("lines.putBack", newChange(putBackLines, JOB), {
    args: { id: "k1" },
    ...{ ...KEPT, label: "Put back in stock" },
  });
});

it("a unit is sent for the item and its pair, and replaces an unsent one", () => {
  const [item, pair] = [
    { _id: "left", name: "Left End Cap" },
    { _id: "right", name: "Right End Cap" },
  ];
  const unit = { unit: "piece", pieceFeet: 10 } as const;
  expectCall("inventory.setUnit", newChange(setUnit, item, pair, unit), {
    args: { sourceItemId: "left", aliasItemIds: ["right"], ...unit },
    subject: { key: "left", label: "Left End Cap and Right End Cap" },
    needs: ["right"],
    ...{ field: "unit", label: "Unit" },
  });
  const foot = { unit: "foot", pieceFeet: null } as const;
  expectCall("inventory.setUnit", newChange(setUnit, item, null, foot), {
    args: { sourceItemId: "left", aliasItemIds: [], ...foot },
    subject: { key: "left", label: "Left End Cap" },
    ...{ field: "unit", label: "Unit" },
  });
});
