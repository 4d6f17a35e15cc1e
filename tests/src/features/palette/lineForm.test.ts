import { expect, it } from "vitest";
import { readJobLine } from "@domain/job/jobLine";
import { describeReading, formOfLine } from "@/features/palette/lineForm";
import type { Customer } from "@/job/jobForm";
import { EMPTY_JOB_FORM } from "@/job/jobFormFields";

const NOW = new Date(2026, 10, 24, 9).getTime();

const OFFICE = { crews: [{ key: "crew 2", name: "Crew 2" }] };

function read(text: string) {
  const context = { now: NOW, shownDay: "2026-11-24" };
  const line = readJobLine(text, context, OFFICE);
  if (line === null) throw new Error(`not a line: ${text}`);
  return { line, reading: line.date?.readings[0] };
}

const KNOWN = {
  customer_id: "C-1001",
  customer_name: "Sample, Jordan",
  customer_email: "jo@example.com",
} as Customer;

it("fills in the form with the understood parts, and the notes with the rest", () => {
  const { line, reading } = read(
    "jordan sample 6145559876 88 elm st columbus install tue dec 8 8-10a trim $450 dog",
  );
  expect(formOfLine(line, reading, { kind: "new" })).toEqual({
    chosen: null,
    values: {
      ...EMPTY_JOB_FORM,
      customer_name: "Jordan Sample",
      customer_phone: "(614) 555-9876",
      job_address: "88 Elm St",
      job_city: "Columbus",
      job_install_date: "2026-12-08T08:00",
      job_categories: ["Trim Replace"],
      jobs_price: "450.00",
      job_install_length: "120 min",
      job_notes: "dog",
    },
  });
});

it("names the crew of the visit", () => {
  const { line, reading } = read("jo ek 5 oak ln install tue 8-4 crew 2");
  expect(formOfLine(line, reading, undefined).values).toMatchObject({
    job_install_crew: "Crew 2",
    job_estimate_crew: "",
    job_install_length: "480 min",
    job_notes: "",
  });
});

it("keeps the fields of a known customer, and notes what differs", () => {
  const { line, reading } = read("jordan sample 6145559876 88 elm st columbus");
  const customer = { kind: "known", customer: KNOWN } as const;
  const { chosen, values } = formOfLine(line, reading, customer);
  expect(chosen).toBe(KNOWN);
  expect(values).toMatchObject({
    job_customer_id: "C-1001",
    customer_name: "Sample, Jordan",
    customer_phone: "",
    customer_email: "jo@example.com",
    job_notes: "6145559876",
  });
});

it.each([
  ["bo ek 5 oak ln tue dec 8 10a", "Tue, Dec 8, 10:00 AM"],
  ["bo ek 5 oak ln dec 8", "Tue, Dec 8"],
  ["bo ek 5 oak ln 2027-01-05 10:00", "Tue, Jan 5, 27, 10:00 AM"],
  ["bo ek 5 oak ln dec 8 8-10a", "Tue, Dec 8, 8:00 AM to 10:00 AM"],
])("describes the date of %j", (text, said) => {
  const { reading } = read(text);
  expect(reading && describeReading(reading, NOW)).toBe(said);
});
