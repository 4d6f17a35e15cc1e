import fc from "fast-check";
import { expect, it } from "vitest";
import { estimateRows, estimateText, estimateTotal, rowText } from "@domain/estimate/handed";
import type { LineFields } from "@domain/estimate/lines";

const GUTTER: LineFields = {
  ...{ name: "Seamless Gutter", itemId: "i1", unit: "foot", size: "6" },
  ...{ colorName: "Linen", quantity: 120, price: 9.5 },
};
const CAP: LineFields = { name: "End Cap", unit: "piece", quantity: 2 };
const LABOR: LineFields = { name: "Haul away", quantity: 1, price: 350 };

const JOB = {
  job_categories: ["Soffit Replace", "Trim Replace"] as const,
  jobs_price: 1_900,
} as never;
const UNPRICED = { job_categories: [] } as never;

it("shows each line with its quantity, price and amount, and one without a price without any", () => {
  expect(estimateRows([GUTTER, CAP, LABOR], JOB, "rows")).toEqual([
    {
      name: "Seamless Gutter, 6 in, Linen",
      ...{ quantity: "120 ft", price: "$9.50", amount: "$1,140.00" },
    },
    { name: "End Cap", quantity: "2", price: "", amount: "" },
    { name: "Haul away", quantity: "", price: "$350.00", amount: "$350.00" },
  ]);
});

it.each([
  [[GUTTER], "total"],
  [[], "rows"],
] as const)("shows the categories for %j with %s", (lines, shows) => {
  expect(estimateRows(lines, JOB, shows)).toEqual(
    ["Soffit Replace", "Trim Replace"].map((name) => ({
      ...{ name, quantity: "", price: "", amount: "" },
    })),
  );
});

it.each([
  [[GUTTER, LABOR], "$1,490.00"],
  [[GUTTER, CAP, CAP], "$1,140.00 and 2 rows without a price"],
  [[CAP], "1 row without a price"],
  [[], "$1,900.00"],
])("says of %j that it comes to %s", (lines, total) => {
  expect(estimateTotal(lines, JOB)).toBe(total);
});

it("shows no total of a job without lines and price, neither on paper nor in the text", () => {
  expect(estimateTotal([], UNPRICED)).toBe("");
  expect(text({ total: "" })).not.toContain("Total");
});

const text = (change: object) =>
  estimateText({
    ...{ shows: "rows", hasPicture: false, estimateRows: [], total: "$1.00" },
    ...{ customer: "Ann Field", validUntilText: "", office: {} },
    job: { job_address: "12 Oak St", job_city: "Edina" },
    ...change,
  });

it("writes the rows, the total, the notes, the terms and the company, and leaves out what is empty", () => {
  const rows = [GUTTER, CAP].map((line) => rowText(estimateRows([line], JOB, "rows")[0]!));
  expect(
    text({
      ...{ estimateRows: rows, validUntilText: "Dec 26", notes: "In May." },
      office: {
        ...{ company_name: "Elm", company_address: "1 Elm Rd\nEdina" },
        ...{ company_phone: "5550100001", estimate_terms: "Half now." },
        ...{ waste_percent: 7, valid_days: 10 },
      },
    }),
  ).toBe(
    [
      ...["Estimate from Elm", "Ann Field, 12 Oak St, Edina", ""],
      ...["120 ft Seamless Gutter, 6 in, Linen: $1,140.00", "2 End Cap", ""],
      ...["Total: $1.00", "Valid until Dec 26", "", "In May.", ""],
      ...["Half now.", "", "Elm", "1 Elm Rd", "Edina", "(555) 010-0001"],
    ].join("\n"),
  );
  expect(text({})).toBe("Estimate\nAnn Field, 12 Oak St, Edina\n\nTotal: $1.00");
});

it("the shown amounts add up to the shown total", () => {
  const line = fc.record({
    name: fc.constant("Row"),
    quantity: fc.integer({ min: 1, max: 500 }),
    price: fc.option(fc.integer({ min: 0, max: 99_999 }), { nil: undefined }),
  });
  fc.assert(
    fc.property(fc.array(line, { minLength: 1 }), (drawn) => {
      const lines = drawn.map(({ price, ...rest }) => ({
        ...rest,
        price: price === undefined ? undefined : price / 100,
      }));
      const cents = estimateRows(lines, JOB, "rows").flatMap(({ amount }) =>
        amount === "" ? [] : [Math.round(Number(amount.replace(/[$,]/g, "")) * 100)],
      );
      const said = /^\$[\d,.]+/.exec(estimateTotal(lines, JOB))?.[0];
      const total = cents.reduce((sum, each) => sum + each, 0);
      expect(said === undefined ? 0 : Number(said.replace(/[$,]/g, ""))).toBe(total / 100);
    }),
  );
});
