import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { OutboxChange, OutboxItem } from "../src/outboxItem";
import { followingChanges } from "../src/creations";
import { OutboxRules } from "../src/outboxRules";
import { sendAfterRestore } from "../src/restoredData";
import { inOrder } from "../src/sendOrder";
import { apply, discard, retry } from "../src/steps";

const DAY_MS = 24 * 60 * 60 * 1000;
const NOW = Date.UTC(2026, 5, 1);
const NOT_THIS = { code: "INVALID", message: "Not this." };

const rules = new OutboxRules({
  expiresAfterMs: 29 * DAY_MS,
  tooOld: "Older than 30 days, check and send again.",
});

const edit = (id: string, value: number, seen: number): OutboxChange => ({
  id,
  call: "notes:edit",
  args: { id: "note-1", title: value, base: { title: seen } },
  subject: { key: "note-1", label: "Milk" },
  field: "title",
  writes: ["title"],
  label: "Title",
  at: NOW,
});

const other = (id: string, change: Partial<OutboxChange> = {}): OutboxChange => ({
  ...edit(id, 1, 0),
  subject: { key: "note-2", label: "Bread" },
  ...change,
});

type Rows = readonly OutboxItem[];

const rowsOf = (...changes: readonly OutboxChange[]): Rows =>
  changes.reduce<Rows>(
    (rows, change) => apply(rows, rules.addChange(rows, change, { release: "r1" })),
    [],
  );
const ids = (rows: Rows) => inOrder(rows).map(({ id }) => id);
const claim = (rows: Rows, paused: string[] = [], now = NOW) => {
  const step = rules.claimNext(rows, now, {
    paused: new Set(paused),
    epoch: "",
    canRecord: () => true,
  });
  return { rows: apply(rows, step), claimed: step.result?.id ?? null };
};

describe("changes of a field", () => {
  it("replaces an earlier one that was never sent, and keeps its place and what was seen first", () => {
    const rows = rowsOf(edit("a", 300, 200), other("b"), edit("c", 400, 300));
    expect(ids(rows)).toEqual(["c", "b"]);
    expect(inOrder(rows)[0]?.args).toMatchObject({
      title: 400,
      base: { title: 200 },
    });
  });

  it("leaves an earlier one alone that was handed over, and follows it", () => {
    const { rows } = claim(rowsOf(edit("a", 300, 200)));
    const both = apply(rows, rules.addChange(rows, edit("b", 400, 300), { release: "r1" }));
    expect(ids(both)).toEqual(["a", "b"]);
    expect(both.map(({ args }) => args["base"])).toEqual([{ title: 200 }, { title: 300 }]);
  });

  it("a change of a field back to what was seen leaves nothing to send", () => {
    const rows = rowsOf(edit("a", 300, 200), edit("b", 200, 300));
    expect(rows).toEqual([]);
  });

  it.each([
    ["changes several rows", { needs: ["note-1"], field: null }],
    ["is of another kind", { ...edit("b", 1, 0), field: null }],
  ])("stays as it is while a later change depends on it that %s", (_, later) => {
    const rows = rowsOf(edit("a", 3, 2), other("b", later), edit("c", 4, 3));
    expect(ids(rows)).toEqual(["a", "b", "c"]);
    expect(inOrder(rows)[2]?.args["base"]).toEqual({ title: 3 });
    const again = rules.addChange(rows, edit("d", 5, 4), { release: "r1" });
    expect(ids(apply(rows, again))).toEqual(["a", "b", "d"]);
  });

  it("replaces an earlier one before a change of another field", () => {
    const text = { ...edit("b", 1, 0), field: "text", writes: ["text"] };
    const rows = rowsOf(edit("a", 3, 2), text, edit("c", 4, 3));
    expect(ids(rows)).toEqual(["c", "b"]);
  });

  it("stays before a change that does not say what it writes", () => {
    const { writes: _writes, ...unsaid } = { ...edit("b", 1, 0), field: "any" };
    const rows = rowsOf(edit("a", 3, 2), unsaid, edit("c", 4, 3));
    expect(ids(rows)).toEqual(["a", "b", "c"]);
  });

  it("stays before one that the present value may prevent", () => {
    const conditional = { ...edit("b", 4, 3), isConditional: true };
    const rows = rowsOf(edit("a", 3, 2), conditional);
    expect(ids(rows)).toEqual(["a", "b"]);
    const again = rules.addChange(rows, edit("c", 5, 4), { release: "r1" });
    expect(ids(apply(rows, again))).toEqual(["c"]);
  });

  it("replaces a refused one under another id", () => {
    const first = rowsOf(edit("a", 300, 200));
    const refused = apply(first, rules.refuse(first, "a", NOT_THIS));
    const rows = apply(refused, rules.addChange(refused, edit("b", 1, 300), { release: "r1" }));
    expect(rows).toMatchObject([
      {
        id: "b",
        state: { kind: "waiting" },
        args: { base: { title: 200 } },
      },
    ]);
  });
});

describe("sending", () => {
  it("goes in the order of typing, and counts the attempt before it is made", () => {
    const { rows, claimed } = claim(rowsOf(edit("a", 1, 0), other("b")));
    expect(claimed).toBe("a");
    expect(inOrder(rows)[0]).toMatchObject({
      attempts: 1,
      state: { kind: "sending", since: NOW },
    });
  });

  it("lets no change overtake an earlier one of the same subject, whatever is paused", () => {
    const note = fc.constantFrom("note-1", "note-2", "note-3");
    const single = note.map((key) => ({ subject: { key, label: key } }));
    const move = fc.uniqueArray(note, { minLength: 1 }).map((needs) => ({
      subject: { key: "move 1", label: "Several" },
      needs,
    }));
    const keysOf = ({ subject, needs = [] }: OutboxItem) => [subject.key, ...needs];
    fc.assert(
      fc.property(
        fc.array(fc.oneof(single, move), { maxLength: 8 }),
        fc.subarray(["note-1", "note-2", "note-3", "move 1"]),
        (changes, paused) => {
          const rows = rowsOf(
            ...changes.map((change, at) => other(String(at), { ...change, field: null })),
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

  it("takes a row that a killed tab was sending", () => {
    const { rows } = claim(rowsOf(edit("a", 1, 0)));
    expect(claim(rows).claimed).toBe("a");
  });

  it("sending goes on with other subjects while one is paused or refused", () => {
    const rows = rowsOf(edit("a", 1, 0), other("b"));
    expect(claim(rows, ["note-1"]).claimed).toBe("b");
    expect(claim(apply(rows, rules.refuse(rows, "a", NOT_THIS))).claimed).toBe("b");
  });

  it("holds what names a client key until that is created", () => {
    const rows = rowsOf(
      other("create", { field: null, creates: "key-1" }),
      edit("edit", 1, 0),
      other("photo", { field: null, needs: ["key-1"] }),
      other("follow", { subject: { key: "key-1", label: "New" } }),
    );
    const refused = apply(rows, rules.refuse(rows, "create", NOT_THIS));
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
      expect(claim(rowsOf(edit("a", 1, 0)), [], NOW + age).claimed).toBe(claimed);
    },
  );

  it("asks first for what the server may have forgotten", () => {
    const { rows, claimed } = claim(rowsOf(edit("a", 1, 0)), [], NOW + 30 * DAY_MS);
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
    const { rows } = claim(rowsOf(edit("a", 300, 200)));
    const both = apply(rows, rules.addChange(rows, edit("b", 400, 300), { release: "r1" }));
    expect(apply(both, rules.refuse(both, "a", NOT_THIS))).toMatchObject([
      { id: "b", args: { base: { title: 200 } } },
    ]);
  });

  it("a refusal leaves a later change that may have arrived as it was sent", () => {
    const { rows } = claim(rowsOf(edit("a", 300, 200)));
    const both = apply(rows, rules.addChange(rows, edit("b", 400, 300), { release: "r1" }));
    const sent = both.map((row) => ({ ...row, attempts: 1 }));
    expect(apply(sent, rules.refuse(sent, "a", NOT_THIS))).toEqual(
      sent.filter(({ id }) => id === "b"),
    );
  });

  it("the refusal of the last change of a field stays, whatever came before", () => {
    const { rows } = claim(rowsOf(edit("a", 300, 200)));
    const both = apply(rows, rules.addChange(rows, edit("b", 400, 300), { release: "r1" }));
    const refused = apply(both, rules.refuse(both, "b", NOT_THIS));
    expect(inOrder(refused)).toMatchObject([
      { id: "a", state: { kind: "sending" } },
      { id: "b", state: { kind: "refused" } },
    ]);
  });
});

describe("creations", () => {
  const create = (id: string) =>
    other(id, { creates: "note-2", field: null, args: { title: "New" } });
  const TAKEN = { code: "CONFLICT", message: "Exists." };
  const withKeys = new OutboxRules({
    expiresAfterMs: 29 * DAY_MS,
    isExisting: ({ message }) => message === TAKEN.message,
  });

  it("takes an existing row for its own only if it was sent before", () => {
    const [item] = rowsOf(create("a"));
    const arrived = (attempts: number, refusal = TAKEN) =>
      withKeys.hasArrivedBefore({ ...item!, attempts }, refusal);
    expect([arrived(1), arrived(2), arrived(2, NOT_THIS)]).toEqual([false, true, false]);
    const [plain] = rowsOf(edit("b", 1, 0));
    expect(withKeys.hasArrivedBefore({ ...plain!, attempts: 2 }, TAKEN)).toBe(false);
  });

  it("a creation is sent again under another id after a refusal, because the server knows the refused one", () => {
    const { rows } = claim(rowsOf(create("a")));
    const refused = apply(rows, rules.refuse(rows, "a", NOT_THIS));
    const again = { id: "a2", at: NOW + DAY_MS };
    expect(apply(refused, retry(refused, "a", again))).toMatchObject([
      { id: "a2", at: NOW + DAY_MS, attempts: 0, state: { kind: "waiting" } },
    ]);
  });

  it("takes in what follows in the order of typing, however the rows are stored", () => {
    const { rows } = claim(rowsOf(create("new")));
    const typed = ["z", "m", "a"].reduce(
      (all, id) => apply(all, rules.addChange(all, other(id, { field: id }), { release: "r1" })),
      rows,
    );
    const stored = typed.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const following = followingChanges(stored, inOrder(typed)[0]!);
    expect(following.map(({ id }) => id)).toEqual(["z", "m", "a"]);
  });
});

describe("discarding", () => {
  it("a change can be discarded until it is handed over, and after a refusal", () => {
    const rows = rowsOf(edit("a", 1, 0));
    expect(apply(rows, discard(rows, "a", { epoch: "" }))).toEqual([]);
    const sending = claim(rows).rows;
    expect(discard(sending, "a", { epoch: "" }).result).toBe(false);
    expect(apply(sending, discard(sending, "a", { epoch: "" }))).toHaveLength(1);
    const refused = apply(sending, rules.refuse(sending, "a", NOT_THIS));
    expect(apply(refused, discard(refused, "a", { epoch: "" }))).toEqual([]);
  });
});

it("a change that is retried after a refusal is one that the server cannot have", () => {
  const sending = claim(rowsOf(edit("a", 300, 200))).rows;
  const refused = apply(sending, rules.refuse(sending, "a", NOT_THIS));
  const again = { id: "a2", at: NOW, epoch: "" };
  const retried = apply(refused, retry(refused, "a", again));
  expect(retried).toMatchObject([{ id: "a2", attempts: 0 }]);
  const { put, remove } = rules.addChange(retried, edit("b", 400, 300), {
    release: "r1",
  });
  expect(put).toMatchObject([{ id: "b", args: { base: { title: 200 } } }]);
  expect(remove).toEqual(["a2"]);
});

describe("changes from before a restored backup", () => {
  const restored = {
    paused: new Set<string>(),
    epoch: "restored",
    canRecord: () => true,
  };
  const rows = rowsOf(
    { ...edit("a", 300, 200), epoch: "before" },
    { ...other("b"), epoch: "restored" },
    other("c", { subject: { key: "note-3", label: "Eggs" } }),
  );

  it("a change from before a restored backup is not sent before the person has answered, and holds no other back", () => {
    expect(rules.claimNext(rows, NOW, restored).result?.id).toBe("b");
  });

  it("a change from before a restored backup is sent once the person wants it", () => {
    const answered = apply(rows, sendAfterRestore(rows, "restored"));
    expect(ids(answered)).toEqual(["a", "b", "c"]);
    expect(rules.claimNext(answered, NOW, restored).result?.id).toBe("a");
  });

  it("a change from before a restored backup is sent without another question if it was refused and is retried", () => {
    const refused = apply(rows, rules.refuse(rows, "a", NOT_THIS));
    const again = { id: "a2", at: NOW, epoch: "restored" };
    const retried = apply(refused, retry(refused, "a", again));
    expect(rules.claimNext(retried, NOW, restored).result?.id).toBe("a2");
  });

  it("a change from before a restored backup can be discarded, even if it was handed over before", () => {
    const sent = rows.map((row) => ({ ...row, attempts: 1 }));
    expect(discard(sent, "a", { epoch: "restored" }).result).toBe(true);
    expect(discard(sent, "b", { epoch: "restored" }).result).toBe(false);
  });
});
