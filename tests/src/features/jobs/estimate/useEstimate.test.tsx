import { act } from "@testing-library/react";
import { expect, it } from "vitest";
import { addDays, dayKeyOf } from "@domain/dates/days";
import type { LineRow } from "@domain/estimate/lines";
import type { EstimateNote } from "@domain/estimate/handed";
import { useEstimate, type EstimateSources } from "@/features/jobs/estimate/useEstimate";
import { aCustomer, aJob } from "../../../../support/builders";
import { expectCall } from "../../../../support/expectCall";
import { renderUnsent } from "../../../../support/unsentPage";

const LINE: LineRow = {
  ...{ _id: "l1", clientKey: "l1", order: "i", name: "Gutter" },
  ...{ unit: "foot", quantity: 120, price: 9.5 },
};
const today = dayKeyOf(Date.now());

const sources = (change: Partial<EstimateSources> = {}): EstimateSources => ({
  job: aJob({ clientKey: "key1", job_notes: "Gate code 4711" }),
  customer: aCustomer({ customer_name: "Ann Vale" }),
  ...{ lines: [LINE], settings: {}, typed: {} },
  last: { choice: null, opened: null },
  ...change,
});

const show = async (change?: Partial<EstimateSources>) =>
  (await renderUnsent(() => useEstimate(sources(change)))).current();

it.each(["estimate", "estimate_draft"] as const)(
  "records the whole estimate of a job as %s",
  async (message: EstimateNote) => {
    const typed = { notes: " In May. ", hasPicture: true };
    const { current, sent } = await renderUnsent(() => useEstimate(sources({ typed })));
    act(() => current().note(message));
    expectCall("messages.noteEstimate", await sent(), {
      args: {
        ...{ id: "key1", message, shows: "rows", hasPicture: true },
        ...{ validUntil: addDays(today, 30), notes: "In May." },
        ...{ estimateRows: ["120 ft Gutter: $1,140.00"], total: "$1,140.00" },
      },
      subject: { key: "key1", label: "12 Oak St", customer: "Ann Field" },
      ...{ field: null, label: "Estimate" },
    });
  },
);

it("begins with the choices of the last time, and with a new day if the old one has passed", async () => {
  const choice = {
    shows: "total",
    hasPicture: true,
    notes: "In May.",
  } as const;
  const opened = null;
  const kept = await show({
    last: { choice: { ...choice, validUntil: today }, opened },
  });
  expect(kept.choice).toEqual({ ...choice, validUntil: today });
  const over = await show({
    last: { choice: { ...choice, validUntil: addDays(today, -1) }, opened },
    settings: { valid_days: 10 },
  });
  expect(over.choice.validUntil).toBe(addDays(today, 10));
  const typed = await show({
    last: { choice: { ...choice, validUntil: today }, opened },
    typed: { shows: "rows", notes: "" },
  });
  expect(typed.choice).toMatchObject({ shows: "rows", notes: undefined });
});

it.each([
  ["$1,140.00", null],
  [
    "$900.00 and 1 row without a price",
    "Changed since the estimate of Nov 26, $900.00 and 1 row without a price.",
  ],
  ["", "Changed since the estimate of Nov 26."],
])("says of an opened estimate of %j: %s", async (total, sentence) => {
  const at = new Date("2026-11-26T12:00:00").getTime();
  const { changed } = await show({
    last: { choice: null, opened: { at, total } },
  });
  expect(changed).toBe(sentence);
});

it("shows the customer nothing of the job's notes, and the customer's present name", async () => {
  const { text, customer } = await show();
  expect(customer).toBe("Ann Vale");
  expect(text).toContain("Ann Vale");
  expect(text).not.toContain("Gate code");
});
