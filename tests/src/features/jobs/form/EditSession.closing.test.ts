import fc from "fast-check";
import { expect, it, vi } from "vitest";
import { CUSTOMER_FIELDS, type FieldValue, type JobFieldName } from "@/job/jobFormFields";
import { aJob } from "../../../../support/builders";
import { FormOffice } from "../../../../support/formOffice";

interface FieldCase {
  readonly typed: FieldValue;
  /** What the office enters later, as its row has it. */
  readonly office: unknown;
}

/** Every field that a person types in or chooses. The customer is chosen from a list. */
const FIELDS: {
  readonly [Name in Exclude<JobFieldName, "job_customer_id">]: FieldCase;
} = {
  customer_name: { typed: "Anna Field", office: "Ann Stone" },
  customer_phone: { typed: "(555) 010-0177", office: "5550100188" },
  customer_email: { typed: "anna@example.com", office: "stone@example.com" },
  customer_obtained_type: { typed: "Yard Sign", office: "Referral" },
  job_address: { typed: "14 Elm Street", office: "16 Elm Street" },
  job_city: { typed: "Dayton", office: "Troy" },
  jobs_price: { typed: "450", office: 99 },
  job_status: { typed: "approved", office: "called" },
  job_categories: { typed: ["Gutter cleaning"], office: ["Gutter guards"] },
  job_estimate_date: { typed: "2026-11-24T10:15", office: 1_795_600_000_000 },
  job_install_date: { typed: "2026-11-24T10:15", office: 1_795_600_000_000 },
  job_estimate_crew: { typed: "Ann", office: "Crew 1" },
  job_install_crew: { typed: "Crew 2", office: "Crew 1" },
  job_estimate_length: { typed: "90 min", office: 60 },
  job_install_length: { typed: "480 min", office: 1980 },
  job_estimate_window: { typed: "120 min", office: 60 },
  job_install_window: { typed: "120 min", office: 240 },
  job_due_months: { typed: "6", office: 12 },
  job_due_date: { typed: "2026-11-24T10:15", office: 1_795_600_000_000 },
  job_notes: { typed: "Gate code 4417.", office: "Of the office" },
};

type Name = keyof typeof FIELDS;
type Form = ReturnType<FormOffice["open"]>;

/** Each way in which a form can end, and what becomes of a text in a focused field. */
const WAYS = {
  close: { fate: "saved", end: ({ session }: Form) => session.close() },
  "leave and close": {
    fate: "saved",
    end: ({ session, view }: Form, name: Name) => {
      session.leave(name, view().values[name]);
      return session.close();
    },
  },
  "choose and close": {
    fate: "saved",
    end: ({ session, view }: Form, name: Name) => {
      session.choose(name, view().values[name]);
      return session.close();
    },
  },
  save: { fate: "saved", end: ({ session }: Form) => session.save() },
  discard: { fate: "discarded", end: ({ session }: Form) => session.discard() },
  unmount: { fate: "left", end: () => undefined },
} as const;

type Way = keyof typeof WAYS;

const ways = fc.constantFrom(...(Object.keys(WAYS) as Way[]));
const names = fc.constantFrom(...(Object.keys(FIELDS) as Name[]));

const ROW = { job_notes: "Gate", job_address: "12 Elm St\nApt 4" };

/** What somebody else enters in the field. */
function writeAsOffice(office: FormOffice, name: Name): void {
  const value = FIELDS[name].office;
  if (name in CUSTOMER_FIELDS) office.write({ customer: { ...office.customer, [name]: value } });
  else office.write({ job: { ...office.job, [name]: value } });
}

it("saves what was typed once, whichever way a form ends, and sends nothing that was not typed", async () => {
  await fc.assert(
    fc.asyncProperty(
      names,
      ways,
      ways,
      fc.record({
        keeps: fc.boolean(),
        server: fc.constantFrom("accepts", "refuses", "is away"),
        /** Whether React renders between two events. */
        follows: fc.boolean(),
        isChanged: fc.boolean(),
      }),
      async (name, way, again, { keeps, server, follows, isChanged }) => {
        const office = new FormOffice({ job: aJob(ROW), keeps, server });
        const form = office.open();
        const { fate, end } = WAYS[way];
        const { typed } = FIELDS[name];
        // Nobody types in the other fields.
        for (const other of ["job_address", "job_city"] as const) {
          form.session.focus(other);
          form.session.leave(other, form.view().values[other]);
          if (follows) form.follow();
        }
        form.session.focus(name);
        form.session.type(name, typed);
        if (follows) form.follow();
        const ended = end(form, name);
        form.end();
        await ended;
        await office.rest();
        const isSaved = fate === "saved";
        expect(fieldsOf(office)).toEqual(isSaved && server !== "is away" ? [name] : []);
        const left = fate === "left" && keeps ? [name] : [];
        await vi.waitFor(async () => expect(await office.typedRows()).toEqual(left), {
          interval: 1,
        });

        if (isChanged) writeAsOffice(office, name);
        const before = office.sent.length;
        const next = office.open();
        if (left.length > 0)
          await vi.waitFor(() => expect(next.view().found).toHaveLength(1), {
            interval: 1,
          });
        next.session.focus(name);
        const shown = next.view().values;
        if (again === "save" && server === "refuses") next.session.close();
        else await WAYS[again].end(next, name);
        next.end();
        await office.rest();
        expect(office.sent.length).toBe(before);
        expect(await office.typedRows()).toEqual(left);
        if (isSaved && server !== "accepts") expect(shown[name]).toEqual(shownAs(name));
        await office.end();
      },
    ),
    { numRuns: 60 },
  );
});

/** The fields of the changes that the server got. */
function fieldsOf(office: FormOffice): (string | null)[] {
  return office.sent.map(({ field }) => field);
}

/** A change that waits or was refused is what the form shows. */
function shownAs(name: Name): FieldValue {
  return name === "jobs_price" ? "450.00" : FIELDS[name].typed;
}
