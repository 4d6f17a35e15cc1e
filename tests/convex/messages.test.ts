import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { LINK_MALFORMED } from "@domain/changes/setTemplates";
import { NOT_UNDOABLE } from "@domain/history/history";
import { historyText } from "@domain/history/historyText";
import { tooLongSentence, TYPED_TEXTS } from "@domain/calls/inputLimits";
import { aNewJob } from "../support/builders";
import { gone, NOT_SIGNED_IN, openForTwo, refusalOf, type Caller } from "../support/convexHarness";

const MINUTE = 60_000;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const recentOf = async (caller: Caller) => await caller.query(api.changes.recent, {});

const linesOf = async (caller: Caller) =>
  (await recentOf(caller)).map((entry) => historyText(entry, String));

describe("messages.setTemplates", () => {
  it("stores one row for the office, which every member reads and no other office", async () => {
    const { t, anna, bo } = openForTwo();
    const set = (texts: object) => anna.mutation(api.messages.setTemplates, texts);
    await set({ message_company: " Elm Gutters ", message_done: "Done." });
    await set({ message_link: "https://elm.example/r", message_done: null });
    expect(await anna.query(api.messages.templates, {})).toEqual({
      message_company: "Elm Gutters",
      message_link: "https://elm.example/r",
    });
    expect(await bo.query(api.messages.templates, {})).toEqual({});
    const rows = await t.run((ctx) => ctx.db.query("messageTemplates").collect());
    expect(rows).toHaveLength(1);
  });

  it("the office's texts are in the copy on a device", async () => {
    const { anna } = openForTwo();
    const texts = { message_company: "Elm Gutters" };
    await anna.mutation(api.messages.setTemplates, texts);
    const copy = await anna.query(api.jobs.forDevice, { from: 0, until: 1 });
    expect(copy.templates).toEqual(texts);
  });

  it("shows each change in the history, and an undo puts the earlier text back", async () => {
    const { anna } = openForTwo();
    await anna.mutation(api.messages.setTemplates, { message_done: "Done." });
    vi.advanceTimersByTime(5 * MINUTE);
    await anna.mutation(api.messages.setTemplates, { message_done: "Ready." });
    expect(await linesOf(anna)).toEqual([
      ["Messages to customers", "We are done: Done. → Ready."],
      ["Messages to customers", "We are done: empty → Done."],
    ]);
    const [last, first] = await recentOf(anna);
    await anna.mutation(api.changes.undo, { id: last!._id as never });
    expect(await anna.query(api.messages.templates, {})).toEqual({
      message_done: "Done.",
    });
    await anna.mutation(api.changes.undo, { id: first!._id as never });
    expect(await anna.query(api.messages.templates, {})).toEqual({});
  });

  it("writes nothing for unchanged texts", async () => {
    const { anna } = openForTwo();
    const set = { message_done: "Done.", message_review: null };
    await anna.mutation(api.messages.setTemplates, set);
    vi.advanceTimersByTime(5 * MINUTE);
    await anna.mutation(api.messages.setTemplates, set);
    expect(await recentOf(anna)).toHaveLength(1);
  });

  it("refuses an invalid link, unknown placeholders, and a text that is too long", async () => {
    const { t, anna } = openForTwo();
    const refusal = async (texts: object) =>
      await refusalOf(anna.mutation(api.messages.setTemplates, texts));
    for (const message_link of [
      "elm.example",
      "javascript:alert(1)",
      "https://elm.example/our review",
    ])
      expect(await refusal({ message_link })).toMatchObject({
        field: "message_link",
        message: LINK_MALFORMED,
      });
    expect(await refusal({ message_done: "Bye {site}." })).toMatchObject({
      field: "message_done",
      message: expect.stringContaining("{site}") as string,
    });
    expect(await refusal({ message_done: "x".repeat(601) })).toMatchObject({
      message: tooLongSentence(TYPED_TEXTS.message_done),
    });
    const signedOut = t.mutation(api.messages.setTemplates, {});
    expect(await refusalOf(signedOut)).toEqual(NOT_SIGNED_IN);
  });

  it("all data includes the texts, and restoring it brings them back", async () => {
    const { anna } = openForTwo();
    const texts = { message_company: "Elm Gutters" };
    await anna.mutation(api.messages.setTemplates, texts);
    await anna.mutation(api.jobs.create, aNewJob());
    await anna.action(api.seed.deleteAllData, {});
    expect(await anna.query(api.messages.templates, {})).toEqual({});
    const run = await anna.query(api.changes.lastRun, {});
    await anna.action(api.changes.undoRun, { id: run!.id });
    expect(await anna.query(api.messages.templates, {})).toEqual(texts);
  });
});

describe("messages.noteOpened", () => {
  async function aJobOf(caller: Caller) {
    return await caller.mutation(
      api.jobs.create,
      aNewJob({ customer: { customer_name: "Ruth Okafor" } }),
    );
  }

  const note = async (
    caller: Caller,
    subject: string,
    sent: { deviceAt?: number; message?: "on_my_way" | "review" } = {},
  ) =>
    await caller.mutation(api.messages.noteOpened, {
      subject,
      message: "on_my_way",
      intentId: crypto.randomUUID(),
      ...sent,
    });

  const openedOf = async (caller: Caller) =>
    (await linesOf(caller)).flat().filter((line) => line.startsWith("Opened"));

  it("an opened message is an entry of the job's history, with its kind and without its wording", async () => {
    const { anna } = openForTwo();
    const id = await aJobOf(anna);
    await note(anna, id);
    const page = await anna.query(api.changes.ofSubject, {
      subject: id,
      paginationOpts: { numItems: 10, cursor: null },
    });
    expect(historyText(page.page[0]!, String)).toEqual(["Opened “On my way” for Ruth Okafor"]);
    expect(page.page[0]).toMatchObject({ writes: [], isUndoable: false });
    expect(await openedOf(anna)).toHaveLength(1);
  });

  it("an opened message without a job is an entry of the customer's history", async () => {
    const { anna } = openForTwo();
    await aJobOf(anna);
    await note(anna, "C-1001");
    expect((await recentOf(anna))[0]).toMatchObject({
      subjectLabel: "Ruth Okafor",
      message: { kind: "on_my_way", customer: "Ruth Okafor" },
    });
  });

  it("messages of one kind opened by one person within five minutes are one entry", async () => {
    const { t } = openForTwo();
    const as = (subject: string) => t.withIdentity({ subject, org_id: "office" });
    const id = await aJobOf(as("anna"));
    await note(as("anna"), id);
    vi.advanceTimersByTime(4 * MINUTE);
    await note(as("anna"), id);
    expect(await openedOf(as("anna"))).toHaveLength(1);
    await note(as("anna"), id, { message: "review" });
    await note(as("bo"), id);
    expect(await openedOf(as("anna"))).toHaveLength(3);
    vi.advanceTimersByTime(2 * MINUTE);
    await note(as("anna"), id);
    expect(await openedOf(as("anna"))).toHaveLength(4);
  });

  it("messages that were opened without signal are told apart by the device's clock", async () => {
    const { anna } = openForTwo();
    const id = await aJobOf(anna);
    const morning = Date.now() - 60 * MINUTE;
    for (const later of [0, 4, 30]) await note(anna, id, { deviceAt: morning + later * MINUTE });
    expect(await openedOf(anna)).toHaveLength(2);
    // Another device sent its message first, although it was opened later.
    await note(anna, id, { deviceAt: morning + 15 * MINUTE });
    expect(await openedOf(anna)).toHaveLength(3);
  });

  it("changes nothing that could be undone", async () => {
    const { anna } = openForTwo();
    const id = await aJobOf(anna);
    const before = await anna.query(api.jobs.getAll, {});
    const intentId = crypto.randomUUID();
    const call = { subject: id, message: "review" as const, intentId };
    await anna.mutation(api.messages.noteOpened, call);
    await anna.mutation(api.messages.noteOpened, call);
    expect(await openedOf(anna)).toHaveLength(1);
    expect(await anna.query(api.jobs.getAll, {})).toEqual(before);
    const [entry] = await recentOf(anna);
    const undo = anna.mutation(api.changes.undo, { id: entry!._id as never });
    expect(await refusalOf(undo)).toMatchObject({ message: NOT_UNDOABLE });
    const undone = { undoneIntent: intentId };
    expect(await anna.mutation(api.changes.undoIntent, undone)).toBe(false);
  });

  it("refuses the job of another office, and a caller who is signed out", async () => {
    const { t, anna, bo } = openForTwo();
    const id = await aJobOf(anna);
    for (const subject of [id, "C-1001"])
      expect(await refusalOf(note(bo, subject))).toEqual(gone("job", "subject"));
    expect(await refusalOf(note(t, id))).toEqual(NOT_SIGNED_IN);
    expect(await openedOf(anna)).toEqual([]);
  });
});
