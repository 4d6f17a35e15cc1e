import { describe, expect, it } from "vitest";
import {
  ADDRESS_REQUIRED,
  CATEGORY_UNKNOWN,
  DATE_OUT_OF_RANGE,
  EARLIEST_DATE,
  jobChange,
  jobInput,
  LATEST_DATE,
  PRICE_OUT_OF_RANGE,
  STATUS_UNKNOWN,
} from "@domain/job/jobInput";
import { checkInput, parseInput } from "@domain/calls/inputRules";
import { FRIDAY_2_PM } from "../../support/builders";

function refusal(input: Record<string, unknown>) {
  const { errors } = checkInput(jobInput, {
    job_address: "12 Elm Street",
    ...input,
  });
  return errors?.map(({ field, message }) => [field, message]);
}

describe("new jobs", () => {
  it("a new job is accepted in its normal form", () => {
    expect(
      parseInput(jobInput, {
        job_address: " 12 Elm Street ",
        job_city: " Dover ",
        job_status: "Estimate Delivered",
        job_categories: ["gutter CLEANING", "Trim Replace", "Gutter cleaning"],
        job_estimate_date: FRIDAY_2_PM,
        job_install_date: null,
        jobs_price: 1234.567,
        job_notes: " Ring twice.\nDog. ",
      }),
    ).toEqual({
      job_address: "12 Elm Street",
      job_city: "Dover",
      job_status: "estimate_sent",
      job_categories: ["Gutter cleaning", "Trim Replace"],
      job_estimate_date: FRIDAY_2_PM,
      job_install_date: null,
      jobs_price: 1234.57,
      job_notes: "Ring twice.\nDog.",
    });
  });

  it("an address and a city of several lines become one line, and notes do not", () => {
    expect(
      parseInput(jobInput, {
        job_address: "12 Elm St\nApt 4, \r\n\r\n Rear\n",
        job_city: "Troy\u2028OH",
        job_notes: "Ring\ntwice",
      }),
    ).toEqual({
      job_address: "12 Elm St, Apt 4, Rear",
      job_city: "Troy, OH",
      job_notes: "Ring\ntwice",
    });
  });

  it("a new job needs only an address", () => {
    expect(parseInput(jobInput, { job_address: "12 Elm Street" })).toEqual({
      job_address: "12 Elm Street",
    });
  });

  it("a new job is a lead when its status is left blank, and costs nothing at zero", () => {
    expect(
      parseInput(jobInput, {
        job_address: "x",
        job_status: " ",
        jobs_price: 0,
      }),
    ).toEqual({
      job_address: "x",
      job_status: "lead",
      jobs_price: 0,
    });
  });

  it("a new job is accepted on the first and the last day", () => {
    // The years 2000 to 2099 in every zone.
    expect(new Date(EARLIEST_DATE).toISOString()).toMatch(/^2000-01-02T00/);
    expect(new Date(LATEST_DATE).toISOString()).toMatch(/^2099-12-30T00/);
    expect(
      refusal({
        job_estimate_date: EARLIEST_DATE,
        job_install_date: LATEST_DATE,
      }),
    ).toBeUndefined();
  });

  // Spec 8.14
  it.each([
    ["job_address", "  ", ADDRESS_REQUIRED],
    ["job_address", "a".repeat(201), "Keep the address under 201 characters."],
    ["job_city", "a".repeat(101), "Keep the city under 101 characters."],
    ["job_status", "lost", STATUS_UNKNOWN],
    ["job_status", " ".repeat(101), "Keep the status under 101 characters."],
    ["job_categories", Array<string>(51).fill("Gutter cleaning"), "Choose at most 50 categories."],
    ["job_categories", ["Gutter cleaning", "Roofing"], CATEGORY_UNKNOWN],
    ["job_estimate_date", EARLIEST_DATE - 1, DATE_OUT_OF_RANGE],
    ["job_install_date", LATEST_DATE + 1, DATE_OUT_OF_RANGE],
    ["job_install_date", Number.NaN, DATE_OUT_OF_RANGE],
    ["jobs_price", -0.01, PRICE_OUT_OF_RANGE],
    ["jobs_price", 10_000_000.01, PRICE_OUT_OF_RANGE],
    ["jobs_price", Number.NaN, PRICE_OUT_OF_RANGE],
    ["jobs_price", Infinity, PRICE_OUT_OF_RANGE],
    ["job_notes", "a".repeat(4_001), "Keep the notes under 4001 characters."],
  ])("a new job is refused for its %s %j", (field, value, message) => {
    expect(refusal({ [field]: value })).toEqual([[field, message]]);
  });

  // Spec 5.1, 5.2
  it("a refusal of a new job has the sentences that the specification gives", () => {
    expect(ADDRESS_REQUIRED).toBe("Address is required.");
  });
});

describe("changes of a job", () => {
  it("a change of a job leaves out the fields that it does not name", () => {
    expect(parseInput(jobChange, {})).toEqual({});
    expect(parseInput(jobChange, { jobs_price: 5 })).toEqual({ jobs_price: 5 });
  });

  it("a change of a job clears with null the price, the dates, the notes and the city", () => {
    const cleared = {
      jobs_price: null,
      job_estimate_date: null,
      job_install_date: null,
      job_notes: null,
      job_city: null,
    };
    expect(parseInput(jobChange, cleared)).toEqual(cleared);
  });

  it("a change of a job cannot clear the address", () => {
    expect(checkInput(jobChange, { job_address: "" }).errors?.[0]?.message).toBe(ADDRESS_REQUIRED);
    expect(checkInput(jobChange, { job_address: null }).errors).toHaveLength(1);
  });
});

it.each(["\0", "\uD83C", "\uDFE0"])(
  "refuses %j in a text, with the sentence of its field",
  (character) => {
    const text = `12 Elm${character} Street`;
    for (const [field, of] of [
      ["job_address", "the address"],
      ["job_city", "the city"],
      ["job_notes", "the notes"],
    ] as const)
      expect(refusal({ [field]: text })).toEqual([
        [field, `Remove the characters from ${of} that cannot be saved.`],
      ]);
  },
);
