import { describe, expect, it } from "vitest";
import { checkJobForm } from "@/job/checkJobForm";
import { UNREADABLE } from "@/components/ui/fieldControl";
import { EMPTY_JOB_FORM } from "@/job/jobFormFields";

const filled = {
  ...EMPTY_JOB_FORM,
  customer_name: "Ann Field",
  job_address: "12 Oak St",
};

describe("checkJobForm", () => {
  // Spec 8.7
  it("requires a customer and an address only", () => {
    expect(checkJobForm(EMPTY_JOB_FORM)).toEqual({
      customer_name: "Select a customer or enter a name.",
      job_address: "Address is required.",
    });
    expect(checkJobForm(filled)).toEqual({});
  });

  it("rejects spaces only", () => {
    const blank = { ...filled, customer_name: "  ", job_address: " " };
    expect(Object.keys(checkJobForm(blank))).toEqual(["customer_name", "job_address"]);
  });

  it("requires the name of a chosen customer", () => {
    expect(checkJobForm({ ...filled, job_customer_id: "C-1001", customer_name: "" })).toEqual({
      customer_name: "Customer name is required.",
    });
  });

  it.each([
    ["customer_email", "ann@", /e-mail address/],
    ["jobs_price", "-1", /price from \$0/],
    ["jobs_price", UNREADABLE, /price as a number/],
    ["job_estimate_date", UNREADABLE, /whole date and time/],
    ["job_install_date", "1026-11-20T14:00", /between the years/],
    ["job_notes", "x".repeat(4001), /notes/],
  ] as const)("rejects %s = %.20s at the field", (name, value, sentence) => {
    const faults = checkJobForm({ ...filled, [name]: value });
    expect(Object.keys(faults)).toEqual([name]);
    expect(faults[name]).toMatch(sentence);
  });
});
