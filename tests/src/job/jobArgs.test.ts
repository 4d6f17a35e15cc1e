import { describe, expect, it } from "vitest";
import type { Id } from "@convex/_generated/dataModel";
import { sentValue, toCreateArgs } from "@/job/jobArgs";
import { toFormValues } from "@/job/jobForm";
import { EMPTY_JOB_FORM } from "@/job/jobFormFields";
import { aCustomer, aJob } from "../../support/builders";

const typed = {
  ...EMPTY_JOB_FORM,
  customer_name: " Ann Field ",
  customer_phone: "(555) 010-0001",
  job_address: " 12 Oak St ",
};

describe("toCreateArgs", () => {
  // Spec 5.10, 7.43
  it("omits empty fields", () => {
    expect(toCreateArgs(typed)).toEqual({
      customer: { customer_name: "Ann Field", customer_phone: "5550100001" },
      job_address: "12 Oak St",
      job_status: "lead",
    });
  });

  // Spec 5.12, 7.42
  it("sends all filled fields, including a price of 0", () => {
    const fileId = "f1" as Id<"_storage">;
    expect(
      toCreateArgs(
        {
          ...typed,
          customer_email: "ann@example.com",
          customer_obtained_type: "Yard Sign",
          job_city: "Troy",
          jobs_price: "0",
          job_status: "approved",
          job_categories: ["Gutter cleaning"],
          job_estimate_date: "2026-11-20T14:00",
          job_notes: "Bring the tall ladder",
        },
        { job_photo_estimate: [fileId], job_drawings: [] },
      ),
    ).toEqual({
      customer: {
        customer_name: "Ann Field",
        customer_phone: "5550100001",
        customer_email: "ann@example.com",
        customer_obtained_type: "Yard Sign",
      },
      job_address: "12 Oak St",
      job_city: "Troy",
      jobs_price: 0,
      job_status: "approved",
      job_categories: ["Gutter cleaning"],
      job_estimate_date: new Date(2026, 10, 20, 14, 0).getTime(),
      job_notes: "Bring the tall ladder",
      job_photo_estimate: [fileId],
    });
  });

  it("sends only the id of an unchanged chosen customer", () => {
    const values = { ...toFormValues(aJob(), aCustomer()) };
    expect(toCreateArgs(values, {}, aCustomer())).toEqual({
      job_customer_id: "C-1001",
      job_address: "12 Oak St",
      job_status: "lead",
    });
  });

  it("sends only the corrected and cleared fields of a chosen customer", () => {
    const values = {
      ...toFormValues(aJob(), aCustomer()),
      customer_phone: "(555) 010-0002",
      customer_email: "",
    };
    expect(toCreateArgs(values, {}, aCustomer())).toMatchObject({
      job_customer_id: "C-1001",
    });
    expect(toCreateArgs(values, {}, aCustomer()).customer).toEqual({
      customer_phone: "5550100002",
      customer_email: "",
    });
  });
});

describe("sentValue", () => {
  const values = toFormValues(aJob(), aCustomer());

  // Spec 7.42
  it.each([
    ["job_address", "14 Elm St", "14 Elm St"],
    ["job_city", "", null],
    ["jobs_price", "450.5", 450.5],
    ["jobs_price", "", null],
    ["job_install_date", "", null],
    ["job_status", "called", "called"],
    ["job_customer_id", "C-1002", "C-1002"],
    ["customer_phone", "555 010 0009", "5550100009"],
    ["customer_email", " ", null],
  ] as const)("the value of %s that was typed as %j", (name, typed, sent) => {
    expect(sentValue(name, { ...values, [name]: typed }, aJob())).toBe(sent);
  });

  it("keeps an unchanged date to the millisecond", () => {
    const at = new Date(2026, 10, 20, 14, 0, 33, 7).getTime();
    const job = aJob({ job_estimate_date: at });
    expect(sentValue("job_estimate_date", toFormValues(job, null), job)).toBe(at);
  });
});
