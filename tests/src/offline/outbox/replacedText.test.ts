// @vitest-environment node
import { expect, it } from "vitest";
import type { ReplacedValue } from "@/offline/device/deviceSchema";
import { replacedText } from "@/offline/outbox/replacedText";

const REPLACED: ReplacedValue = {
  ...{ id: "a", call: "jobs:update", args: {}, field: "jobs_price" },
  ...{ label: "Price", subject: { key: "job1", label: "12 Elm Street" } },
  values: { jobs_price: 450 },
  byName: "Dana Reyes",
  writtenAt: new Date(2026, 10, 20, 15, 5).getTime(),
};

it.each<[Partial<ReplacedValue>, string]>([
  [{}, "Dana Reyes had written $450.00 at 3:05 PM."],
  [{ byName: "" }, "The office had written $450.00 at 3:05 PM."],
  [{ writtenAt: null }, "Dana Reyes had written $450.00."],
  [
    { values: { job_notes: "Gate: 4417", jobs_price: 450 } },
    "Dana Reyes had written Gate: 4417, $450.00 at 3:05 PM.",
  ],
  [{ values: {} }, "Dana Reyes had written something else at 3:05 PM."],
])("names the writer of the replaced value, and the time: %o", (change, text) => {
  expect(replacedText({ ...REPLACED, ...change })).toBe(text);
});
