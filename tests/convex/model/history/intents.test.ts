import { describe, expect, it, onTestFinished, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { SAME_INTENT_OTHER_CALL } from "@domain/history/history";
import { ROW_EXISTS } from "@domain/calls/intents";
import { aNewJob } from "../../../support/builders";
import { aStoredPhoto, openForTwo, refusalOf, refused } from "../../../support/convexHarness";

describe("intents", () => {
  it("an intent is done once, and its answer is given again", async () => {
    const { anna } = openForTwo();
    const create = { ...aNewJob(), intentId: crypto.randomUUID() };
    const id = await anna.mutation(api.jobs.create, create);
    expect(await anna.mutation(api.jobs.create, create)).toBe(id);
    expect(await anna.query(api.jobs.getAll, {})).toHaveLength(1);
  });

  it.each(["", "one", "a".repeat(36), "00000000-0000-4000-8000-00000000000g"])(
    "an intent is refused if it is not a UUID: %s",
    async (intentId) => {
      const { anna } = openForTwo();
      const call = anna.mutation(api.jobs.create, { ...aNewJob(), intentId });
      expect(await refusalOf(call)).toEqual(refused("intentId", "Send a UUID."));
      expect(await anna.query(api.jobs.getAll, {})).toEqual([]);
    },
  );

  it("an intent is remembered for 30 days, and then forgotten", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { anna } = openForTwo();
    const call = { ...aNewJob(), intentId: crypto.randomUUID() };
    const jobsAfter = async (days: number) => {
      vi.advanceTimersByTime(days * 24 * 60 * 60 * 1000);
      await anna.finishInProgressScheduledFunctions();
      await anna.mutation(api.jobs.create, call);
      return (await anna.query(api.jobs.getAll, {})).length;
    };
    expect(await jobsAfter(0)).toBe(1);
    expect(await jobsAfter(29)).toBe(1);
    expect(await jobsAfter(2)).toBe(2);
  });

  it("an intent does not overwrite what somebody typed in between", async () => {
    const { anna } = openForTwo();
    const id = await anna.mutation(api.jobs.create, aNewJob());
    const intentId = crypto.randomUUID();
    const first = { id, job_notes: "First", intentId };
    await anna.mutation(api.jobs.update, first);
    await anna.mutation(api.jobs.update, { id, job_notes: "Second" });
    await anna.mutation(api.jobs.update, first);
    expect((await anna.query(api.jobs.get, { id }))?.job_notes).toBe("Second");
  });

  it("an intent is refused with the token of another person, or for another workspace", async () => {
    const { anna } = openForTwo();
    const id = await anna.mutation(api.jobs.create, aNewJob());
    const call = { id, job_notes: "Gate", intentId: crypto.randomUUID() };
    for (const sentFor of ["anna:bo", "bo:anna"]) {
      const sent = anna.mutation(api.jobs.update, { ...call, sentFor });
      expect(await refusalOf(sent)).toMatchObject({ code: "NOT_SIGNED_IN" });
    }
    await anna.mutation(api.jobs.update, { ...call, sentFor: "anna:anna" });
    expect((await anna.query(api.jobs.get, { id }))?.job_notes).toBe("Gate");
  });

  it("an intent is refused with other arguments or for another call", async () => {
    const { anna } = openForTwo();
    const intentId = crypto.randomUUID();
    const id = await anna.mutation(api.jobs.create, {
      ...aNewJob(),
      intentId,
    });
    const other = { ...aNewJob(), job_address: "Elsewhere 1", intentId };
    for (const call of [
      anna.mutation(api.jobs.create, other),
      anna.mutation(api.jobs.deleteJob, { id, intentId }),
    ])
      expect((await refusalOf(call)).message).toBe(SAME_INTENT_OTHER_CALL);
    expect(await anna.query(api.jobs.getAll, {})).toHaveLength(1);
  });

  it("a refused call leaves no intent, and can be sent again", async () => {
    const { anna } = openForTwo();
    const intentId = crypto.randomUUID();
    const wrong = { ...aNewJob(), job_address: " ", intentId };
    await refusalOf(anna.mutation(api.jobs.create, wrong));
    await anna.mutation(api.jobs.create, { ...aNewJob(), intentId });
    expect(await anna.query(api.jobs.getAll, {})).toHaveLength(1);
  });

  it("an intent belongs to one workspace", async () => {
    const { anna, bo } = openForTwo();
    const create = { ...aNewJob(), intentId: crypto.randomUUID() };
    await anna.mutation(api.jobs.create, create);
    await bo.mutation(api.jobs.create, create);
    expect(await bo.query(api.jobs.getAll, {})).toHaveLength(1);
  });

  it("an intent leads to its change, so that it can be undone", async () => {
    const { anna } = openForTwo();
    const intentId = crypto.randomUUID();
    await anna.mutation(api.jobs.create, { ...aNewJob(), intentId });
    const id = await anna.query(api.changes.ofIntent, { intentId });
    if (id === null) throw new Error("The change is missing.");
    await anna.mutation(api.changes.undo, { id });
    expect(await anna.query(api.jobs.getAll, {})).toEqual([]);
  });
});

describe("the values that a person saw", () => {
  it("an update returns the values that it replaced, where they differ from those the person saw", async () => {
    const { anna } = openForTwo();
    const id = await anna.mutation(api.jobs.create, aNewJob({ jobs_price: 100, job_notes: "Old" }));
    await anna.mutation(api.jobs.update, { id, jobs_price: 200 });
    const base = { jobs_price: 100, job_notes: "Old" };
    expect(
      await anna.mutation(api.jobs.update, {
        id,
        jobs_price: 300,
        job_notes: "New",
        base,
      }),
    ).toEqual({ replaced: { jobs_price: 200 } });
    expect(
      await anna.mutation(api.jobs.update, {
        id,
        jobs_price: 300,
        base: { jobs_price: 100 },
      }),
    ).toBeNull();
    await anna.mutation(api.customers.update, {
      customer_id: "C-1001",
      customer_email: "a@example.com",
    });
    expect(
      await anna.mutation(api.customers.update, {
        customer_id: "C-1001",
        customer_email: "b@example.com",
        base: { customer_email: null },
      }),
    ).toEqual({ replaced: { customer_email: "a@example.com" } });
  });
});

describe("a client key", () => {
  it("a client key names a new customer and a new job in later calls", async () => {
    const { anna, bo } = openForTwo();
    const customer = crypto.randomUUID();
    const job = crypto.randomUUID();
    await anna.mutation(api.customers.create, {
      customer_name: "Nora Finch",
      clientKey: customer,
    });
    const create = {
      job_address: "12 Elm Street",
      job_customer_id: customer,
      clientKey: job,
    };
    const id = await anna.mutation(api.jobs.create, create);
    await anna.mutation(api.jobs.update, { id: job, jobs_price: 5 });
    await anna.mutation(api.customers.update, {
      customer_id: customer,
      customer_name: "Nora Field",
    });
    expect(await anna.query(api.jobs.get, { id })).toMatchObject({
      job_customer_id: "C-1001",
      customer_name: "Nora Field",
      jobs_price: 5,
      clientKey: job,
    });
    const again = anna.mutation(api.jobs.create, create);
    expect((await refusalOf(again)).message).toBe(ROW_EXISTS);
    const taken = { ...aNewJob(), clientKey: customer };
    const twice = anna.mutation(api.jobs.create, taken);
    expect((await refusalOf(twice)).message).toBe(ROW_EXISTS);
    const foreign = bo.mutation(api.jobs.deleteJob, { id: job });
    expect((await refusalOf(foreign)).code).toBe("NOT_FOUND");
  });
});

describe("the client key of a new job", () => {
  it("the client key of a new job names its new customer too, for a second job and for the values that a person saw", async () => {
    const { anna } = openForTwo();
    const [first, second] = [crypto.randomUUID(), crypto.randomUUID()];
    const create = { ...aNewJob(), clientKey: first };
    await anna.mutation(api.jobs.create, create);
    const { customer: _customer, ...known } = aNewJob();
    const id = await anna.mutation(api.jobs.create, {
      ...known,
      job_customer_id: first,
      clientKey: second,
    });
    expect(await anna.query(api.jobs.get, { id })).toMatchObject({
      job_customer_id: "C-1001",
    });
    expect(await anna.query(api.customers.listMin, {})).toHaveLength(1);
    await anna.mutation(api.customers.create, { customer_name: "Nora Finch" });
    const moved = { id: second, job_customer_id: "C-1002" };
    expect(
      await anna.mutation(api.jobs.update, {
        ...moved,
        base: { job_customer_id: first },
      }),
    ).toBeNull();
    expect(
      await anna.mutation(api.jobs.update, {
        id: second,
        job_customer_id: first,
        base: { job_customer_id: first },
      }),
    ).toEqual({ replaced: { job_customer_id: "C-1002" } });
  });

  it("the client key of a new job names it for every call that takes a job", async () => {
    const { anna } = openForTwo();
    const clientKey = crypto.randomUUID();
    await anna.mutation(api.jobs.create, { ...aNewJob(), clientKey });
    const photo = await aStoredPhoto(anna);
    await anna.mutation(api.jobs.addFiles, {
      id: clientKey,
      field: "job_photo_install",
      fileIds: [photo],
    });
    const photos = async () =>
      (await anna.query(api.jobs.get, { id: clientKey }))?.job_photo_install;
    expect(await photos()).toEqual([photo]);
    await anna.mutation(api.jobs.removeFile, {
      id: clientKey,
      field: "job_photo_install",
      fileId: photo,
    });
    expect(await photos()).toEqual([]);
    await anna.mutation(api.jobs.deleteJob, { id: clientKey });
    expect(await anna.query(api.jobs.get, { id: clientKey })).toBeNull();
  });
});

describe("new jobs of a chosen customer", () => {
  it("a new job of a chosen customer does not rename a customer whom a colleague renamed meanwhile", async () => {
    const { anna } = openForTwo();
    await anna.mutation(api.customers.create, { customer_name: "New Name" });
    await anna.mutation(api.jobs.create, {
      job_address: "12 Elm Street",
      job_customer_id: "C-1001",
      customer: { customer_phone: "6125550001" },
    });
    const customer = await anna.query(api.customers.getByCustomerId, {
      customer_id: "C-1001",
    });
    expect(customer).toMatchObject({
      customer_name: "New Name",
      customer_phone: "6125550001",
    });
  });
});
