import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { describeTyped, toFormValues } from "@/job/jobForm";
import { describeValue, EMPTY_JOB_FORM, JOB_FIELD_NAMES, sameValue } from "@/job/jobFormFields";
import { toDateTimeField } from "@domain/dates/dateTimeField";
import { aCustomer, aJob } from "../../support/builders";

describe("toFormValues", () => {
  it("formats phone, price and dates", () => {
    const at = new Date(2026, 10, 20, 14, 0).getTime();
    const values = toFormValues(
      aJob({ jobs_price: 1234.5, job_estimate_date: at, job_city: "Troy" }),
      aCustomer(),
    );
    expect(values).toMatchObject({
      customer_phone: "(555) 010-0001",
      customer_email: "ann@example.com",
      jobs_price: "1234.50",
      job_estimate_date: "2026-11-20T14:00",
      job_install_date: "",
      job_city: "Troy",
      job_notes: "",
    });
  });

  it("shows a price of 0 as 0.00 and no price as empty", () => {
    expect(toFormValues(aJob({ jobs_price: 0 }), null).jobs_price).toBe("0.00");
    expect(toFormValues(aJob(), null).jobs_price).toBe("");
  });

  it("shows the job's copies while the customer is loading", () => {
    expect(toFormValues(aJob(), null)).toMatchObject({
      job_customer_id: "C-1001",
      customer_name: "Ann Field",
      customer_phone: "(555) 010-0001",
    });
  });
});

describe("sameValue", () => {
  it.each([
    ["jobs_price", "450", "450.00", true],
    ["jobs_price", "", "0", false],
    ["jobs_price", "abc", "abd", false],
    ["customer_phone", "(555) 010-0001", "555.010.0001", true],
    ["job_address", "12 Oak St ", "12 Oak St", true],
    ["job_address", "12 Oak St", "12 oak St", false],
    ["job_estimate_date", "2026-11-20T14:00", "", false],
  ] as const)("sameValue of %s compares %j and %j as %s", (name, a, b, expected) => {
    expect(sameValue(name, a, b)).toBe(expected);
  });

  it("compares categories by value", () => {
    expect(sameValue("job_categories", ["a"], ["a"])).toBe(true);
    expect(sameValue("job_categories", ["a"], [])).toBe(false);
  });
});

describe("describeValue", () => {
  it("shows a status by its label and a date in local time", () => {
    expect(describeValue("job_status", "estimate_sent")).toBe("Estimate Delivered");
    const at = toDateTimeField(new Date(2026, 10, 20, 14, 0).getTime());
    expect(describeValue("job_install_date", at)).toBe("Fri, Nov 20, 26, 2:00 PM");
    expect(describeValue("job_notes", "Ladder")).toBe("Ladder");
    // Of other fields, the stored name of a status is a text like any other.
    expect(describeValue("job_notes", "called")).toBe("called");
  });

  it("shows a phone number and a price as their fields do, while they are typed too", () => {
    expect(describeValue("customer_phone", "6145550777")).toBe("(614) 555-0777");
    expect(describeValue("jobs_price", "100")).toBe("100.00");
  });

  it("shows text that a field cannot read as it was typed", () => {
    expect(describeValue("job_estimate_date", "next tue")).toBe("next tue");
    expect(describeValue("jobs_price", "1-")).toBe("1-");
    expect(describeValue("customer_phone", "ask Ruth")).toBe("ask Ruth");
  });
});

describe("describeTyped", () => {
  it("describeTyped describes any text of any field", () => {
    const dates = fc.stringMatching(/^\d{1,6}-\d\d-\d\d(T\d\d(:\d\d)?)?$/);
    fc.assert(
      fc.property(
        fc.constantFrom(...JOB_FIELD_NAMES),
        fc.oneof(fc.string(), dates, fc.double({ noNaN: true }).map(String)),
        (field, value) => {
          const words = describeTyped({ field, value });
          expect(words).not.toMatch(/NaN|Invalid/);
          // A list and a status are chosen, and are never an empty text.
          const isChosen = field === "job_status" && value === "";
          if (!isChosen && !Array.isArray(EMPTY_JOB_FORM[field])) expect(words).not.toBe("");
        },
      ),
      {
        examples: [
          ["job_estimate_date", "next tue"],
          ["job_status", ""],
        ],
      },
    );
  });
});
