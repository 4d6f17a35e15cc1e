import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { apply, discard, inOrder, type OutboxChange, type OutboxItem, retry } from "convex-outbox";
import { updateJob } from "@domain/changes/updateJob";
import { newChange } from "@/offline/outbox/newChange";
import { outboxRules } from "@/offline/outbox/outboxRules";

const DAY_MS = 24 * 60 * 60 * 1000;
const NOW = Date.UTC(2026, 5, 1);
const NOT_THIS = { code: "INVALID", message: "Not this." };

const price = (id: string, value: number, seen: number): OutboxChange => ({
  id,
  call: "jobs:update",
  args: { id: "job-1", jobs_price: value, base: { jobs_price: seen } },
  subject: { key: "job-1", label: "612 Oak Street" },
  field: "jobs_price",
  label: "Price",
  at: NOW,
});

const other = (id: string, change: Partial<OutboxChange> = {}): OutboxChange => ({
  ...price(id, 1, 0),
  subject: { key: "job-2", label: "9 Elm Street" },
  ...change,
});

type Rows = readonly OutboxItem[];

const rowsOf = (...changes: readonly OutboxChange[]): Rows =>
  changes.reduce<Rows>(
    (rows, change) => apply(rows, outboxRules.addChange(rows, change, { release: "r1" })),
    [],
  );
const ids = (rows: Rows) => inOrder(rows).map(({ id }) => id);
const claim = (rows: Rows, paused: string[] = [], now = NOW) => {
  const step = outboxRules.claimNext(rows, now, {
    paused: new Set(paused),
    epoch: "",
    canRecord: () => true,
  });
  return { rows: apply(rows, step), claimed: step.result?.id ?? null };
};

const JOB = { _id: "job-1", job_address: "612 Oak Street" };
const status = (id: string, isForward?: true): OutboxChange => ({
  ...newChange(updateJob, JOB, {
    name: "job_status",
    value: "lead",
    seen: "approved",
    ...(isForward && { isForward }),
  }),
  id,
});

describe("a mark, which takes no job backwards", () => {
  it("a mark is sent after the status that waits before it, and is dropped when the status is set again", () => {
    const rows = rowsOf(status("edit"), status("mark", true));
    expect(ids(rows)).toEqual(["edit", "mark"]);
    const later = outboxRules.addChange(rows, status("again"), {
      release: "r1",
    });
    expect(ids(apply(rows, later))).toEqual(["again"]);
  });

  it("a mark replaces a mark that the server has refused", () => {
    const rows = rowsOf(status("mark", true));
    const refused = apply(rows, outboxRules.refuse(rows, "mark", NOT_THIS));
    const again = outboxRules.addChange(refused, status("again", true), {
      release: "r1",
    });
    expect(ids(apply(refused, again))).toEqual(["again"]);
  });

  it("a mark is sent after the creation of its job", () => {
    const job = { ...status("job"), creates: "job-1", field: null };
    expect(ids(rowsOf(job, status("mark", true)))).toEqual(["job", "mark"]);
  });
});

describe("changes of a customer", () => {
  it("a change of a customer's field back to the value seen first leaves nothing to send", () => {
    const phone = (id: string, value: string, seen: string) => ({
      ...price(id, 1, 0),
      args: {
        id: "job-1",
        customer: { customer_phone: value },
        customer_id: "C-1001",
        base: { customer_phone: seen },
      },
      field: "customer_phone",
    });
    expect(rowsOf(phone("a", "1", "2"), phone("b", "2", "1"))).toEqual([]);
  });

  it("a change of a field does not replace one of another customer of the same job", () => {
    const phone = (id: string, customer_id: string) => ({
      ...price(id, 1, 0),
      args: { id: "job-1", customer: { customer_phone: id }, customer_id },
      field: "customer_phone",
    });
    expect(ids(rowsOf(phone("a", "C-1"), phone("b", "C-2")))).toEqual(["a", "b"]);
  });

  it("no creation overtakes a paused change of the customer whom it corrects", () => {
    const rows = rowsOf(
      other("phone", {
        subject: { key: "key-1", label: "9 Elm Street" },
        field: "customer_phone",
      }),
      other("create", {
        args: {
          job_customer_id: "key-1",
          customer: { customer_phone: "5550100002" },
        },
        subject: { key: "key-2", label: "11 Elm Street" },
        creates: "key-2",
        needs: ["key-1"],
        field: null,
      }),
    );
    expect(claim(rows, ["key-1"]).claimed).toBeNull();
    expect(claim(rows).claimed).toBe("phone");
  });
});

describe("changes that the server may have forgotten", () => {
  it.each([
    [29 * DAY_MS - 1, "a"],
    [29 * DAY_MS, null],
    [30 * DAY_MS, null],
  ])(
    "sending goes on for 29 of the server's 30 days, because a clock may be a day ahead: after %i ms",
    (age, claimed) => {
      expect(claim(rowsOf(price("a", 1, 0)), [], NOW + age).claimed).toBe(claimed);
    },
  );

  it("asks before it sends changes that the server may have forgotten", () => {
    const { rows, claimed } = claim(rowsOf(price("a", 1, 0)), [], NOW + 30 * DAY_MS);
    expect(claimed).toBeNull();
    expect(rows[0]?.state).toEqual({
      kind: "refused",
      code: "TOO_OLD",
      message: "Older than 30 days, check and send again.",
    });
    const again = { id: "b", at: NOW + 30 * DAY_MS };
    const retried = apply(rows, retry(rows, "a", again));
    expect(claim(retried, [], again.at).claimed).toBe("b");
  });
});

describe("what a change creates", () => {
  const create = (id: string, args: OutboxChange["args"] = {}): OutboxChange =>
    other(id, {
      call: "jobs:create",
      args: {
        job_address: "9 Elm Street",
        customer: { customer_name: "Ann Field", customer_phone: "5550100001" },
        ...args,
      },
      subject: { key: "key-1", label: "9 Elm Street", customer: "Ann Field" },
      creates: "key-1",
      field: null,
    });
  const edit = (id: string, field: string, args: OutboxChange["args"]): OutboxChange =>
    other(id, {
      args: { id: "key-1", ...args },
      subject: { key: "key-1", label: "9 Elm Street" },
      field,
    });
  const price400 = edit("b", "jobs_price", { jobs_price: 400 });

  it("a creation includes the changes made before it was sent", () => {
    const rows = rowsOf(
      create("a", { job_notes: "Gate" }),
      price400,
      edit("c", "job_notes", { job_notes: null, base: { job_notes: "Gate" } }),
      edit("d", "customer_phone", { customer: { customer_phone: null } }),
      edit("e", "job_address", { job_address: "11 Elm Street" }),
    );
    expect(rows).toEqual([
      {
        ...create("a"),
        subject: {
          ...{ key: "key-1", label: "11 Elm Street" },
          customer: "Ann Field",
        },
        args: {
          job_address: "11 Elm Street",
          jobs_price: 400,
          customer: { customer_name: "Ann Field" },
        },
        order: 1,
        release: "r1",
        attempts: 0,
        state: { kind: "waiting" },
      },
    ]);
  });

  it("a new job is for the customer who was chosen last, without what was typed of another", () => {
    const [row] = rowsOf(
      create("a"),
      edit("b", "job_customer_id", { job_customer_id: "C-1001" }),
      edit("c", "customer_email", { customer: { customer_email: null } }),
    );
    expect(row?.args).toEqual({
      job_address: "9 Elm Street",
      job_customer_id: "C-1001",
      customer: { customer_email: null },
    });
  });

  it("a change made after its creation was sent follows it", () => {
    const { rows } = claim(rowsOf(create("a")));
    const both = apply(rows, outboxRules.addChange(rows, price400, { release: "r1" }));
    expect(ids(both)).toEqual(["a", "b"]);
    expect(claim(both).claimed).toBe("a");
    expect(claim(apply(both, { remove: ["a"] })).claimed).toBe("b");
  });

  it("a refused creation includes the changes that followed it, and is sent under another id once it is changed", () => {
    const { rows } = claim(rowsOf(create("a")));
    const both = apply(rows, outboxRules.addChange(rows, price400, { release: "r1" }));
    const refused = apply(both, outboxRules.refuse(both, "a", NOT_THIS));
    expect(refused).toMatchObject([
      { id: "a", args: { jobs_price: 400 }, state: { kind: "refused" } },
    ]);
    expect(claim(refused).claimed).toBeNull();
    const later = edit("c", "job_notes", { job_notes: "Gate" });
    const again = apply(refused, outboxRules.addChange(refused, later, { release: "r2" }));
    expect(again).toMatchObject([
      {
        id: "c",
        call: "jobs:create",
        args: { jobs_price: 400, job_notes: "Gate" },
        attempts: 0,
        release: "r2",
      },
    ]);
    expect(claim(again).claimed).toBe("c");
  });

  it("a creation replaces an earlier creation of the same key", () => {
    const { rows } = claim(rowsOf(create("a")));
    const refused = apply(rows, outboxRules.refuse(rows, "a", NOT_THIS));
    const step = outboxRules.addChange(refused, create("b"), { release: "r1" });
    expect(step.result).toEqual({ isKept: true, replaced: ["a"] });
    expect(ids(apply(refused, step))).toEqual(["b"]);
  });

  it("a creation keeps its id and its arguments after 30 days if it may have arrived", () => {
    const { rows } = claim(rowsOf(create("a")));
    const { rows: old } = claim(rows, [], NOW + 30 * DAY_MS);
    const changed = apply(old, outboxRules.addChange(old, price400, { release: "r1" }));
    expect(ids(changed)).toEqual(["a", "b"]);
    const again = { id: "c", at: NOW + 30 * DAY_MS };
    const retried = apply(changed, retry(changed, "a", again));
    expect(claim(retried, [], again.at).claimed).toBe("a");
    expect(retried).toContainEqual(
      expect.objectContaining({ id: "a", attempts: 1, args: create("a").args }),
    );
  });

  it("a discarded creation takes the changes that follow it along, and nothing else", () => {
    const photo = other("b", {
      field: null,
      call: "jobs:addFiles",
      subject: { key: "key-1", label: "9 Elm Street" },
    });
    const rows = rowsOf(create("a"), photo, other("c"));
    expect(ids(apply(rows, discard(rows, "a", { epoch: "" })))).toEqual(["c"]);
  });
});

describe("jobs that wait to be created", () => {
  /** `job` and `other` are chosen among the jobs made so far. */
  const step = fc.record({
    kind: fc.constantFrom(
      ...["create", "create", "createFor", "move", "move", "move"],
      ...["edit", "day", "send"],
    ),
    job: fc.nat(3),
    other: fc.nat(3),
  });

  /** What the forms make of it. `typed` are the jobs with a new customer, also one who lost the job since. */
  const MOVED = { field: "job_estimate_date", from: 1, to: 2 };

  const changeOf = (
    { kind, job, other: second }: { kind: string; job: string; other: string },
    id: string,
  ): OutboxChange => {
    const subject = { key: job, label: job };
    const moved = { args: { job_customer_id: second }, needs: [second] };
    switch (kind) {
      case "create":
      case "createFor":
        return other(id, {
          call: "jobs:create",
          ...(kind === "create" ? { args: { customer: { customer_name: job } } } : moved),
          subject,
          creates: job,
          field: null,
        });
      case "move":
        return other(id, { ...moved, subject, field: "job_customer_id" });
      case "day":
        return other(id, {
          call: "jobs:moveVisits",
          args: { visits: [job, second].map((of) => ({ id: of, ...MOVED })) },
          subject: { key: "day 1", label: "Friday" },
          needs: [job, second],
          field: null,
        });
      default:
        return other(id, {
          args: { jobs_price: Number(id) },
          subject,
          field: "jobs_price",
        });
    }
  };

  const outboxAfter = (steps: readonly { kind: string; job: number; other: number }[]): Rows => {
    const made: string[] = [];
    const typed: string[] = ["C-1001"];
    let rows: Rows = [];
    for (const [at, { kind, job, other: second }] of steps.entries()) {
      const isCreation = kind.startsWith("create");
      if (made.length === 0 && !isCreation) continue;
      // The server may have the change, and does not answer.
      if (kind === "send") rows = claim(rows).rows;
      else {
        const among = kind === "day" ? made : typed;
        const key = isCreation ? `key-${at}` : made[job % made.length];
        const names = {
          kind,
          job: key ?? "",
          other: among[second % among.length] ?? "",
        };
        rows = apply(
          rows,
          outboxRules.addChange(rows, changeOf(names, String(at)), {
            release: "r1",
          }),
        );
        if (isCreation) made.push(names.job);
        if (kind === "create") typed.push(names.job);
      }
    }
    return rows;
  };

  const create = { kind: "create", job: 0, other: 0 };
  const CUSTOMERS_OF_EACH_OTHER = [
    ...[create, create],
    { kind: "move", job: 1, other: 1 },
    { kind: "move", job: 0, other: 2 },
  ];
  /** The third job is for the customer of the first, whose visit moves with that of the second. */
  const BEHIND_A_DAY = [
    ...[create, create, { kind: "day", job: 0, other: 1 }, create],
    { kind: "move", job: 1, other: 3 },
    { kind: "move", job: 2, other: 1 },
  ];

  it("jobs that wait to be created are all sent, whichever customers they were given", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        let rows = outboxAfter(steps);
        while (rows.length > 0) {
          const next = claim(rows);
          expect(next.claimed).not.toBeNull();
          rows = apply(next.rows, { remove: [next.claimed ?? ""] });
        }
      }),
      { numRuns: 1000, examples: [[CUSTOMERS_OF_EACH_OTHER], [BEHIND_A_DAY]] },
    );
  });
});
