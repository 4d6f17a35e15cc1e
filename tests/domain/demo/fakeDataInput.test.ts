import { expect, it } from "vitest";
import {
  FAKE_CUSTOMERS_OUT_OF_RANGE,
  FAKE_JOBS_OUT_OF_RANGE,
  fakeDataInput,
} from "@domain/demo/fakeDataInput";
import { checkInput, parseInput } from "@domain/calls/inputRules";

it.each([
  [50, 2],
  [1, 0],
  [5_000, 10],
])("%d customers with %d jobs each are accepted", (customers, jobsPerCustomer) => {
  const input = { customers, jobsPerCustomer };
  expect(parseInput(fakeDataInput, input)).toMatchObject(input);
});

it.each([
  [undefined, "America/Chicago"],
  ["Asia/Kolkata", "Asia/Kolkata"],
  ["Mars/Olympus", "America/Chicago"],
])("the time zone %s gives visits in %s", (timeZone, expected) => {
  const input = { customers: 1, jobsPerCustomer: 1, timeZone };
  expect(parseInput(fakeDataInput, input)).toMatchObject({
    timeZone: expected,
  });
});

it.each([
  [0, 2, FAKE_CUSTOMERS_OUT_OF_RANGE],
  [5_001, 2, FAKE_CUSTOMERS_OUT_OF_RANGE],
  [2.5, 2, FAKE_CUSTOMERS_OUT_OF_RANGE],
  [Infinity, 2, FAKE_CUSTOMERS_OUT_OF_RANGE],
  [1, 11, FAKE_JOBS_OUT_OF_RANGE],
  [1, -1, FAKE_JOBS_OUT_OF_RANGE],
  [1, Number.NaN, FAKE_JOBS_OUT_OF_RANGE],
])("%d customers with %d jobs each are refused", (customers, jobsPerCustomer, why) => {
  const { errors } = checkInput(fakeDataInput, {
    customers,
    jobsPerCustomer,
  });
  expect(errors?.[0]?.message).toBe(why);
});
