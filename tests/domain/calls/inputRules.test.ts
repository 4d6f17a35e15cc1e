import fc from "fast-check";
import { expect, it } from "vitest";
import { customerChange } from "@domain/customer/customerInput";
import {
  checkInput,
  nullable,
  optional,
  parseInput,
  refused,
  type InputError,
  type Rules,
} from "@domain/calls/inputRules";
import { adjustmentInput, intakeInput } from "@domain/stock/inventoryInput";
import { jobChange } from "@domain/job/jobInput";
import { priceInput } from "@domain/stock/priceInput";
import { Refusal } from "@domain/calls/refusals";
import { levelInput } from "@domain/stock/reorder";

const even = (value: number) => {
  if (value % 2 !== 0) throw refused("Enter an even number.");
  return value / 2;
};
const rules = { must: even, may: optional(nullable(even)) };

it("keeps the given fields that have a rule, as they are stored", () => {
  const others = { other: 1, must: 4 };
  expect(checkInput(rules, others)).toEqual({ data: { must: 2 } });
  for (const [may, stored] of [
    [2, 1],
    [null, null],
    [undefined, undefined],
  ])
    expect(checkInput(rules, { must: 4, may }).data).toStrictEqual({
      must: 2,
      may: stored,
    });
});

it("refuses a missing field, and says the error of each field", () => {
  const error = (field: string): InputError => ({
    code: "INVALID",
    field,
    message: "Enter an even number.",
  });
  expect(checkInput(rules, { may: 3 })).toEqual({
    errors: [error("must"), error("may")],
  });
  expect(() => parseInput(rules, { must: 2, may: 1 })).toThrow(new Refusal(error("may")));
});

it("lets a fault of a rule through", () => {
  const broken = () => {
    throw new TypeError("broken");
  };
  expect(() => checkInput({ broken }, {})).toThrow(TypeError);
});

const { job_estimate_date, job_install_date, ...undated } = jobChange;
const { job_estimate_length, job_install_length, ...ofAnyLength } = undated;
const { job_estimate_window, job_install_window, ...others } = ofAnyLength;
const { job_due_months, job_due_date, jobs_price, ...texts } = others;
const NUMBERS: Rules = {
  ...{ job_estimate_date, job_install_date, job_due_months, job_due_date },
  ...{ job_estimate_length, job_install_length, jobs_price },
  ...{ job_estimate_window, job_install_window },
  ...{ ...intakeInput, ...adjustmentInput, ...priceInput, ...levelInput },
};
const TEXTS: Rules = { ...texts, ...customerChange };

it.each([
  ...Object.entries(NUMBERS).map((rule) => [...rule, fc.string()] as const),
  ...Object.entries(TEXTS).map((rule) => [...rule, fc.double()] as const),
])("the rule of %s refuses a value of another type in words", (field, rule, wrong) => {
  const others = [fc.boolean(), fc.bigInt(), fc.object(), fc.array(fc.nat())];
  fc.assert(
    fc.property(fc.oneof(wrong, ...others), (value) => {
      fc.pre(!Array.isArray(value) || value.length > 0);
      const { errors } = checkInput({ [field]: rule }, { [field]: value });
      const message = expect.stringMatching(/^[A-Z].*\.$/) as string;
      expect(errors).toEqual([{ code: "INVALID", field, message }]);
    }),
  );
});
