import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addChange,
  apply,
  claimNext,
  discard,
  refuse,
  retry,
  type OutboxChange,
} from "@/offline/outbox/outbox";
import { sendAfterRestore } from "@/offline/outbox/restoredData";
import type { OutboxItem } from "@/offline/device/outboxItem";
import { inOrder } from "@/offline/outbox/sendOrder";

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

const other = (
  id: string,
  change: Partial<OutboxChange> = {},
): OutboxChange => ({
  ...price(id, 1, 0),
  subject: { key: "job-2", label: "9 Elm Street" },
  ...change,
});

type Rows = readonly OutboxItem[];

const rowsOf = (...changes: readonly OutboxChange[]): Rows =>
  changes.reduce<Rows>(
    (rows, change) => apply(rows, addChange(rows, change, "r1")),
    [],
  );
const ids = (rows: Rows) => inOrder(rows).map(({ id }) => id);
const claim = (rows: Rows, paused: string[] = [], now = NOW) => {
  const step = claimNext(rows, now, { paused: new Set(paused), epoch: "" });
  return { rows: apply(rows, step), claimed: step.result?.id ?? null };
};

describe("changes of a field", () => {
  it("replaces an earlier one that was never sent, and keeps its place and what was seen first", () => {
    const rows = rowsOf(price("a", 300, 200), other("b"), price("c", 400, 300));
    expect(ids(rows)).toEqual(["c", "b"]);
    expect(inOrder(rows)[0]?.args).toMatchObject({
      jobs_price: 400,
      base: { jobs_price: 200 },
    });
  });

  it("leaves an earlier one alone that was handed over, and follows it", () => {
    const { rows } = claim(rowsOf(price("a", 300, 200)));
    const both = apply(rows, addChange(rows, price("b", 400, 300), "r1"));
    expect(ids(both)).toEqual(["a", "b"]);
    expect(both.map(({ args }) => args["base"])).toEqual([
      { jobs_price: 200 },
      { jobs_price: 300 },
    ]);
  });

  it("a change of a field back to what was seen leaves nothing to send", () => {
    const rows = rowsOf(price("a", 300, 200), price("b", 200, 300));
    expect(rows).toEqual([]);
  });

  it("a change of a field of a customer, back to what was seen, leaves nothing to send", () => {
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
    expect(ids(rowsOf(phone("a", "C-1"), phone("b", "C-2")))).toEqual([
      "a",
      "b",
    ]);
  });

  it("replaces a refused one under another id", () => {
    const first = rowsOf(price("a", 300, 200));
    const refused = apply(first, refuse(first, "a", NOT_THIS));
    const rows = apply(refused, addChange(refused, price("b", 1, 300), "r1"));
    expect(rows).toMatchObject([
      {
        id: "b",
        state: { kind: "waiting" },
        args: { base: { jobs_price: 200 } },
      },
    ]);
  });
});

describe("sending", () => {
  it("goes in the order of typing, and counts the attempt before it is made", () => {
    const { rows, claimed } = claim(rowsOf(price("a", 1, 0), other("b")));
    expect(claimed).toBe("a");
    expect(inOrder(rows)[0]).toMatchObject({
      attempts: 1,
      state: { kind: "sending", since: NOW },
    });
  });

  it("lets no change overtake an earlier one of the same job, whatever is paused", () => {
    const job = fc.constantFrom("job-1", "job-2", "job-3");
    const edit = job.map((key) => ({ subject: { key, label: key } }));
    const move = fc.uniqueArray(job, { minLength: 1 }).map((needs) => ({
      subject: { key: "day 1", label: "Friday" },
      needs,
    }));
    const keysOf = ({ subject, needs = [] }: OutboxItem) => [
      subject.key,
      ...needs,
    ];
    fc.assert(
      fc.property(
        fc.array(fc.oneof(edit, move), { maxLength: 8 }),
        fc.subarray(["job-1", "job-2", "job-3", "day 1"]),
        (changes, paused) => {
          const rows = rowsOf(
            ...changes.map((change, at) =>
              other(String(at), { ...change, field: null }),
            ),
          );
          const { claimed } = claim(rows, paused);
          const next = rows.find(({ id }) => id === claimed);
          if (next === undefined) return;
          const earlier = rows.filter(({ order }) => order < next.order);
          const overtaken = earlier.filter((row) =>
            keysOf(row).some((key) => keysOf(next).includes(key)),
          );
          expect(overtaken).toEqual([]);
        },
      ),
    );
  });

  it("sends a creation before the earlier change that needs it", () => {
    const rows = rowsOf(
      other("move", { field: null, needs: ["key-1"] }),
      other("create", {
        subject: { key: "key-1", label: "New" },
        field: null,
        creates: "key-1",
      }),
    );
    expect(claim(rows).claimed).toBe("create");
  });

  it("lets no creation overtake a paused change of the customer whom it corrects", () => {
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

  it("takes a row that a killed tab was sending", () => {
    const { rows } = claim(rowsOf(price("a", 1, 0)));
    expect(claim(rows).claimed).toBe("a");
  });

  it("sending goes on with other subjects while one is paused or refused", () => {
    const rows = rowsOf(price("a", 1, 0), other("b"));
    expect(claim(rows, ["job-1"]).claimed).toBe("b");
    expect(claim(apply(rows, refuse(rows, "a", NOT_THIS))).claimed).toBe("b");
  });

  it("holds what names a client key until that is created", () => {
    const rows = rowsOf(
      other("create", { field: null, creates: "key-1" }),
      price("edit", 1, 0),
      other("photo", { field: null, needs: ["key-1"] }),
      other("follow", { subject: { key: "key-1", label: "New" } }),
    );
    const refused = apply(rows, refuse(rows, "create", NOT_THIS));
    const first = claim(refused);
    expect(first.claimed).toBe("edit");
    expect(claim(apply(first.rows, { remove: ["edit"] })).claimed).toBeNull();
    const created = apply(refused, { remove: ["create", "edit"] });
    expect(claim(created).claimed).toBe("photo");
  });

  it.each([
    [29 * DAY_MS - 1, "a"],
    [29 * DAY_MS, null],
    [30 * DAY_MS, null],
  ])(
    "sending goes on for 29 of the server's 30 days, because a clock may be a day ahead: after %i ms",
    (age, claimed) => {
      expect(claim(rowsOf(price("a", 1, 0)), [], NOW + age).claimed).toBe(
        claimed,
      );
    },
  );

  it("asks first for what the server may have forgotten", () => {
    const { rows, claimed } = claim(
      rowsOf(price("a", 1, 0)),
      [],
      NOW + 30 * DAY_MS,
    );
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

describe("refusals", () => {
  it("a refusal of a change that the person has replaced meanwhile leaves the later one, over what was seen first", () => {
    const { rows } = claim(rowsOf(price("a", 300, 200)));
    const both = apply(rows, addChange(rows, price("b", 400, 300), "r1"));
    expect(apply(both, refuse(both, "a", NOT_THIS))).toMatchObject([
      { id: "b", args: { base: { jobs_price: 200 } } },
    ]);
  });
});

describe("discarding", () => {
  it("a change can be discarded until it is handed over, and after a refusal", () => {
    const rows = rowsOf(price("a", 1, 0));
    expect(apply(rows, discard(rows, "a", ""))).toEqual([]);
    const sending = claim(rows).rows;
    expect(discard(sending, "a", "").result).toBe(false);
    expect(apply(sending, discard(sending, "a", ""))).toHaveLength(1);
    const refused = apply(sending, refuse(sending, "a", NOT_THIS));
    expect(apply(refused, discard(refused, "a", ""))).toEqual([]);
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
  const edit = (
    id: string,
    field: string,
    args: OutboxChange["args"],
  ): OutboxChange =>
    other(id, {
      args: { id: "key-1", ...args },
      subject: { key: "key-1", label: "9 Elm Street" },
      field,
    });
  const price400 = edit("b", "jobs_price", { jobs_price: 400 });

  it("takes in the changes made before it was handed over", () => {
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

  it("leaves a change made after it was handed over to follow it", () => {
    const { rows } = claim(rowsOf(create("a")));
    const both = apply(rows, addChange(rows, price400, "r1"));
    expect(ids(both)).toEqual(["a", "b"]);
    expect(claim(both).claimed).toBe("a");
    expect(claim(apply(both, { remove: ["a"] })).claimed).toBe("b");
  });

  it("takes in what followed when it is refused, and is sent again under another id once it is changed", () => {
    const { rows } = claim(rowsOf(create("a")));
    const both = apply(rows, addChange(rows, price400, "r1"));
    const refused = apply(both, refuse(both, "a", NOT_THIS));
    expect(refused).toMatchObject([
      { id: "a", args: { jobs_price: 400 }, state: { kind: "refused" } },
    ]);
    expect(claim(refused).claimed).toBeNull();
    const later = edit("c", "job_notes", { job_notes: "Gate" });
    const again = apply(refused, addChange(refused, later, "r2"));
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

  it("replaces an earlier creation of the same key", () => {
    const { rows } = claim(rowsOf(create("a")));
    const refused = apply(rows, refuse(rows, "a", NOT_THIS));
    const step = addChange(refused, create("b"), "r1");
    expect(step.result).toEqual({ isKept: true, replaced: ["a"] });
    expect(ids(apply(refused, step))).toEqual(["b"]);
  });

  it("a creation keeps its id and its arguments after 30 days if it may have arrived", () => {
    const { rows } = claim(rowsOf(create("a")));
    const { rows: old } = claim(rows, [], NOW + 30 * DAY_MS);
    const changed = apply(old, addChange(old, price400, "r1"));
    expect(ids(changed)).toEqual(["a", "b"]);
    const again = { id: "c", at: NOW + 30 * DAY_MS };
    const retried = apply(changed, retry(changed, "a", again));
    expect(claim(retried, [], again.at).claimed).toBe("a");
    expect(retried).toContainEqual(
      expect.objectContaining({ id: "a", attempts: 1, args: create("a").args }),
    );
  });

  it("a discarded creation takes its followers along, and nothing else", () => {
    const photo = other("b", {
      field: null,
      call: "jobs:addFiles",
      subject: { key: "key-1", label: "9 Elm Street" },
    });
    const rows = rowsOf(create("a"), photo, other("c"));
    expect(ids(apply(rows, discard(rows, "a", "")))).toEqual(["c"]);
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
          ...(kind === "create"
            ? { args: { customer: { customer_name: job } } }
            : moved),
          subject,
          creates: job,
          field: null,
        });
      case "move":
        return other(id, { ...moved, subject, field: "job_customer_id" });
      case "day":
        return other(id, {
          call: "jobs:moveVisits",
          args: {},
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

  const outboxAfter = (
    steps: readonly { kind: string; job: number; other: number }[],
  ): Rows => {
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
        rows = apply(rows, addChange(rows, changeOf(names, String(at)), "r1"));
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

describe("changes from before a restored backup", () => {
  const rules = { paused: new Set<string>(), epoch: "restored" };
  const rows = rowsOf(
    { ...price("a", 300, 200), epoch: "before" },
    { ...other("b"), epoch: "restored" },
    other("c", { subject: { key: "job-3", label: "1 Ash Street" } }),
  );

  it("a change from before a restored backup is not sent before the person has answered, and holds no other back", () => {
    expect(claimNext(rows, NOW, rules).result?.id).toBe("b");
  });

  it("a change from before a restored backup is sent once the person wants it", () => {
    const answered = apply(rows, sendAfterRestore(rows, "restored"));
    expect(ids(answered)).toEqual(["a", "b", "c"]);
    expect(claimNext(answered, NOW, rules).result?.id).toBe("a");
  });

  it("a change from before a restored backup is sent without another question if it was refused and is retried", () => {
    const refused = apply(rows, refuse(rows, "a", NOT_THIS));
    const again = { id: "a2", at: NOW, epoch: "restored" };
    const retried = apply(refused, retry(refused, "a", again));
    expect(claimNext(retried, NOW, rules).result?.id).toBe("a2");
  });

  it("a change from before a restored backup can be discarded, even if it was handed over before", () => {
    const sent = rows.map((row) => ({ ...row, attempts: 1 }));
    expect(discard(sent, "a", "restored").result).toBe(true);
    expect(discard(sent, "b", "restored").result).toBe(false);
  });
});
