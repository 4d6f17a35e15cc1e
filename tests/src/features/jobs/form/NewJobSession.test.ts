import type { OutboxChange } from "convex-outbox";
import { afterEach, describe, expect, it, vi } from "vitest";
import { customerValues } from "@/job/jobForm";
import { EMPTY_JOB_FORM } from "@/job/jobFormFields";
import { newDraft } from "@/job/newJobDraft";
import { newJobStart } from "@/job/newJobStart";
import { aCustomer, aJob } from "../../../../support/builders";
import { FormOffice } from "../../../../support/formOffice";

type Setting = ConstructorParameters<typeof FormOffice>[0];

let office: FormOffice;

afterEach(() => office.end());

function open(setting?: Setting) {
  office = new FormOffice(setting);
  const form = office.openNew();
  const { session } = form;
  return {
    ...form,
    fill: () => {
      session.typeName("Cy Young");
      session.leave("job_address", "9 Low Rd");
    },
  };
}

const drafts = (count: number) =>
  vi.waitFor(
    async () => {
      const found = await office.drafts();
      expect(found).toHaveLength(count);
      return found;
    },
    { interval: 1 },
  );

describe("what is entered", () => {
  it("counts a form as filled: not spaces, but a choice, a customer or a photo", () => {
    const { session, view } = open();
    expect(view().isFilled).toBe(false);
    session.type("job_notes", "  ");
    expect(session.close()).toEqual({ isDone: true });
    session.choose("job_status", "called");
    expect(session.close()).toEqual({ isDone: false });
    session.choose("job_status", "lead");
    session.chooseCustomer(aCustomer());
    expect(view().isFilled).toBe(true);
    session.typeName("");
    expect(view().isFilled).toBe(false);
    session.follow({ ...{ create: vi.fn() }, hasPhotos: true });
    expect(session.close()).toEqual({ isDone: false });
  });

  it("the values that a booked customer's form begins with do not count as entered", () => {
    office = new FormOffice();
    const start = newJobStart(aCustomer(), aJob());
    const draft = { ...start, at: 1 };
    const given = office.openNew({ draft, began: start.values });
    expect(given.view()).toMatchObject({
      isFilled: false,
      values: { customer_name: "Ann Field", job_address: "12 Oak St" },
    });
    given.session.typeName("Cy Young");
    expect(given.view()).toMatchObject({
      isFilled: true,
      values: { ...start.values, ...NOBODY, customer_name: "Cy Young" },
    });
  });

  it("a draft resumes in another form as it was", async () => {
    office = new FormOffice();
    const { session, end, view } = office.openNew({
      draft: { ...newDraft(), brings: BRINGS },
    });
    session.chooseCustomer(aCustomer());
    session.leave("customer_phone", "(555) 010-0099");
    session.choose("job_categories", ["Gutter cleaning"]);
    const { values } = view();
    end();
    const [draft] = await drafts(1);
    const next = office.openNew({ draft: draft!, isKept: true });
    expect(next.view().values).toEqual(values);
    expect(next.session.state().brings).toEqual(BRINGS);
    next.session.discard();
    next.end();
    await drafts(0);
  });
});

const BRINGS: OutboxChange = {
  ...{ id: "booked", at: 1, call: "lines:add", field: null, args: {} },
  ...{ label: "12 rows", subject: { key: "new", label: "9 Low Rd" } },
};

const NOBODY = {
  job_customer_id: "",
  customer_phone: "",
  customer_email: "",
  customer_obtained_type: "",
};

describe("the customer", () => {
  it("a chosen customer replaces typed values of a customer, and a new name removes only the chosen customer's values", () => {
    const { session, view } = open();
    session.leave("customer_email", "typed@example.com");
    session.chooseCustomer(aCustomer());
    expect(view().values).toMatchObject(customerValues(aCustomer()));
    session.leave("customer_phone", "(555) 010-0099");
    session.typeName("Cy");
    session.leave("customer_name", "Cy");
    const own = { customer_name: "Cy", customer_phone: "(555) 010-0099" };
    expect(view().values).toEqual({ ...EMPTY_JOB_FORM, ...own });
    // What was typed again as the earlier customer had it stays too.
    session.leave("customer_phone", "(555) 010-0001");
    expect(view().values.customer_phone).toBe("(555) 010-0001");
  });

  it("a paste fills in the customer, and its undo keeps values that were changed since", () => {
    const { session, view } = open();
    const pasted = { customer_name: "Cy Young", job_address: "9 Low Rd" };
    session.fill(pasted);
    session.type("job_address", "9 Low Road");
    session.empty(pasted);
    expect(view().values).toEqual({
      ...EMPTY_JOB_FORM,
      job_address: "9 Low Road",
    });
    session.chooseCustomer(aCustomer({ customer_name: "Cy Young" }));
    session.empty(pasted);
    expect(view().values.customer_name).toBe("Cy Young");
  });
});

describe("the errors", () => {
  it("an error of a field is advice until the field is left or Save shows it", async () => {
    const { session, view } = open();
    const advice = "Address is required.";
    expect(view().notes.job_address).toMatchObject({ advice });
    session.focus("job_address");
    session.leave("job_address", "");
    expect(view().notes.job_address).toEqual({ error: advice });
    expect(await session.save()).toMatchObject({ isDone: false });
    expect(view().notes.customer_name?.error).toMatch(/enter a name/);
    expect(office.sent).toEqual([]);
  });

  it("an error of the server is at its field until the person types there, and the job is a draft again", async () => {
    const { session, view, end, fill } = open({
      server: "refuses",
      field: "job_customer_id",
    });
    fill();
    expect(await session.save()).toEqual({ isDone: false });
    expect(view().notes.customer_name).toMatchObject({ error: "Refused." });
    session.typeName("Cy Youngs");
    expect(view().notes.customer_name?.error).toBeUndefined();
    end();
    await office.rest();
    expect(await drafts(1)).toMatchObject([
      { values: { customer_name: "Cy Youngs", job_address: "9 Low Rd" } },
    ]);
    expect(office.waiting()).toEqual([]);
  });
});

it.each(["accepts", "is away"] as const)(
  "a new job is created once and is no longer a draft if the server %s",
  async (server) => {
    const { session, end, fill, view } = open({ server });
    fill();
    const saved = session.save();
    expect(view().values.job_address).toBe("9 Low Rd");
    expect(await session.save()).toEqual({ isDone: false });
    expect(await saved).toEqual({ isDone: true });
    await office.rest();
    expect(await office.drafts()).toEqual([]);
    end();
    await office.rest();
    const change = {
      call: "jobs:create",
      args: {
        job_address: "9 Low Rd",
        customer: { customer_name: "Cy Young" },
      },
    };
    const isSent = server === "accepts";
    expect(office.sent).toMatchObject(isSent ? [change] : []);
    expect(office.waiting()).toMatchObject(isSent ? [] : [change]);
    await drafts(0);
  },
);

it("says that the device could not keep a draft, until it keeps it again", async () => {
  const { session } = open();
  const full = new DOMException("No space.", "QuotaExceededError");
  const put = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
    throw full;
  });
  session.type("job_notes", "a");
  await vi.waitFor(() => expect(session.state().problem).toMatch(/is full/));
  put.mockRestore();
  session.type("job_notes", "ab");
  await vi.waitFor(() => expect(session.state().problem).toBeNull());
  session.discard();
});
