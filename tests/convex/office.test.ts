import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import {
  CLOSES_TOO_EARLY,
  VALID_DAYS_OUT_OF_RANGE,
  WASTE_OUT_OF_RANGE,
} from "@domain/changes/setOfficeSettings";
import { CREW_NAME_TAKEN } from "@domain/changes/setCrew";
import { crewName, MAX_CREWS } from "@domain/job/crews";
import { changedSinceSentence } from "@domain/history/history";
import { historyText } from "@domain/history/historyText";
import { tooLongSentence, TYPED_TEXTS } from "@domain/calls/inputLimits";
import { aNewJob } from "../support/builders";
import { NOT_SIGNED_IN, openForTwo, refusalOf, type Caller } from "../support/convexHarness";

const MINUTE = 60_000;
const HOURS = { opens_at: 480, closes_at: 1020 };

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const recentOf = async (caller: Caller) => await caller.query(api.changes.recent, {});

const linesOf = async (caller: Caller) =>
  (await recentOf(caller)).map((entry) => historyText(entry, String));

const settingsOf = async (caller: Caller) => await caller.query(api.office.settings, {});

async function undoLast(caller: Caller): Promise<void> {
  const [last] = await recentOf(caller);
  await caller.mutation(api.changes.undo, { id: last!._id as never });
  vi.advanceTimersByTime(5 * MINUTE);
}

/** An office whose company name an earlier release has stored with the texts, by a change with a history. */
async function openEarlierOffice() {
  const { t, anna } = openForTwo();
  const set = async (
    call: typeof api.office.setSettings | typeof api.messages.setTemplates,
    args: object,
  ) => {
    await anna.mutation(call, args);
    vi.advanceTimersByTime(5 * MINUTE);
  };
  await set(api.messages.setTemplates, { message_link: "https://elm.example" });
  const earlier = async (before: string | null, after: string | null) =>
    await t.run(async (ctx) => {
      const texts = (await ctx.db.query("messageTemplates").unique())!;
      const [entry] = await ctx.db.query("changes").order("desc").take(1);
      const { _id, _creationTime, ...fields } = entry!;
      const name = { message_company: after ?? undefined };
      await ctx.db.patch("messageTemplates", texts._id, name);
      await ctx.db.insert("changes", {
        ...fields,
        writes: [
          {
            ...{ table: "messageTemplates" as const, id: texts._id },
            before: { message_company: before },
            after: { message_company: after },
          },
        ],
      });
      vi.advanceTimersByTime(5 * MINUTE);
    });
  const textsRow = () => t.run((ctx) => ctx.db.query("messageTemplates").unique());
  return { anna, set, earlier, textsRow };
}

it("stores one row for the office, which every member reads and no other office", async () => {
  const { t, anna, bo } = openForTwo();
  await anna.mutation(api.office.setSettings, { company_name: " Elm " });
  await anna.mutation(api.office.setSettings, HOURS);
  expect(await settingsOf(anna)).toEqual({ company_name: "Elm", ...HOURS });
  const copy = await anna.query(api.jobs.forDevice, { from: 0, until: 1 });
  expect(copy.settings).toEqual({ company_name: "Elm", ...HOURS });
  expect(copy.templates).toEqual({ message_company: "Elm" });
  expect(await settingsOf(bo)).toEqual({});
  const rows = await t.run((ctx) => ctx.db.query("officeSettings").collect());
  expect(rows).toHaveLength(1);
});

it("stores the details of estimates, the phone as its digits, and clears each by null", async () => {
  const { anna } = openForTwo();
  await anna.mutation(api.office.setSettings, {
    ...{ company_address: " 1 Elm Rd\nEdina ", company_phone: "555 010 0001" },
    ...{ estimate_terms: "Half now.", valid_days: 365, waste_percent: 0 },
  });
  const stored = {
    ...{ company_address: "1 Elm Rd\nEdina", company_phone: "5550100001" },
    ...{ estimate_terms: "Half now.", valid_days: 365, waste_percent: 0 },
  };
  expect(await settingsOf(anna)).toEqual(stored);
  const copy = await anna.query(api.jobs.forDevice, { from: 0, until: 1 });
  expect(copy.settings).toEqual(stored);
  expect((await linesOf(anna))[0]).toEqual(
    expect.arrayContaining([
      "Company phone: empty → (555) 010-0001",
      "Waste of gutter coil in percent: empty → 0",
    ]),
  );
  const cleared = Object.fromEntries(Object.keys(stored).map((name) => [name, null]));
  await anna.mutation(api.office.setSettings, cleared);
  expect(await settingsOf(anna)).toEqual({});
});

it("shows each change in the history, and an undo puts the earlier options back", async () => {
  const { anna } = openForTwo();
  await anna.mutation(api.office.setSettings, HOURS);
  vi.advanceTimersByTime(5 * MINUTE);
  const earlier = { ...HOURS, opens_at: 450 };
  await anna.mutation(api.office.setSettings, earlier);
  await anna.mutation(api.office.setSettings, earlier);
  expect(await linesOf(anna)).toEqual([
    ["Office settings", "Office opens: 8:00 AM → 7:30 AM"],
    ["Office settings", "Office closes: empty → 5:00 PM", "Office opens: empty → 8:00 AM"],
  ]);
  await undoLast(anna);
  expect(await settingsOf(anna)).toEqual(HOURS);
});

it("refuses hours at their field, a name that is too long, and a caller who is signed out", async () => {
  const { t, anna } = openForTwo();
  const refusal = async (args: object) =>
    await refusalOf(anna.mutation(api.office.setSettings, args));
  expect(await refusal({ ...HOURS, closes_at: 480 })).toMatchObject({
    field: "closes_at",
    message: CLOSES_TOO_EARLY,
  });
  expect(await refusal({ company_name: "x".repeat(121) })).toMatchObject({
    message: tooLongSentence(TYPED_TEXTS.company_name),
  });
  for (const [name, value, message] of [
    ["valid_days", 0, VALID_DAYS_OUT_OF_RANGE],
    ["valid_days", 366, VALID_DAYS_OUT_OF_RANGE],
    ["valid_days", 1.5, VALID_DAYS_OUT_OF_RANGE],
    ["waste_percent", -1, WASTE_OUT_OF_RANGE],
    ["waste_percent", 101, WASTE_OUT_OF_RANGE],
    ...(
      [
        ["company_address", 301],
        ["company_phone", 101],
        ["estimate_terms", 2_001],
      ] as const
    ).map(
      ([text, length]) => [text, "x".repeat(length), tooLongSentence(TYPED_TEXTS[text])] as const,
    ),
  ] as const)
    expect(await refusal({ [name]: value })).toMatchObject({
      ...{ field: name, message },
    });
  const signedOut = t.mutation(api.office.setSettings, {});
  expect(await refusalOf(signedOut)).toEqual(NOT_SIGNED_IN);
  expect(await settingsOf(anna)).toEqual({});
});

it("a company name from an earlier release is read until it is set again, and then leaves the texts", async () => {
  const { anna, set, earlier, textsRow } = await openEarlierOffice();
  await earlier(null, "Elm");
  await set(api.office.setSettings, HOURS);
  expect(await settingsOf(anna)).toEqual({ company_name: "Elm", ...HOURS });
  await set(api.office.setSettings, { company_name: "Oak" });
  expect((await linesOf(anna))[0]).toEqual(["Office settings", "Company name: Elm → Oak"]);
  expect(await textsRow()).not.toHaveProperty("message_company");
  await undoLast(anna);
  expect((await settingsOf(anna)).company_name).toBe("Elm");
  expect((await linesOf(anna))[0]).toEqual(["Undo", "Company name: Oak → Elm"]);
  await undoLast(anna);
  expect((await settingsOf(anna)).company_name).toBe("Oak");
  await set(api.office.setSettings, { company_name: null });
  expect(await settingsOf(anna)).toEqual(HOURS);
});

it("a page of an earlier release sets the company name of the settings, in one entry with its texts", async () => {
  const { anna, set, earlier, textsRow } = await openEarlierOffice();
  await earlier(null, "Elm");
  const texts = { message_company: "Oak", message_done: "Done." };
  await set(api.messages.setTemplates, texts);
  expect(await settingsOf(anna)).toEqual({ company_name: "Oak" });
  expect(await anna.query(api.messages.templates, {})).toMatchObject(texts);
  expect(await textsRow()).not.toHaveProperty("message_company");
  expect((await linesOf(anna))[0]).toEqual([
    "Messages to customers",
    "Company name: Elm → Oak",
    "We are done: empty → Done.",
  ]);
  await undoLast(anna);
  expect(await anna.query(api.messages.templates, {})).toMatchObject({
    message_company: "Elm",
  });
});

it("a company name that an earlier release has changed is undone, but not beside a later one", async () => {
  const { anna, set, earlier } = await openEarlierOffice();
  await earlier(null, "Elm");
  await earlier("Elm", null);
  const [cleared, named] = await recentOf(anna);
  const undo = async (entry: typeof cleared) =>
    await anna.mutation(api.changes.undo, { id: entry!._id as never });
  await undo(cleared);
  expect(await settingsOf(anna)).toEqual({ company_name: "Elm" });
  const [undone] = await recentOf(anna);
  await undo(undone);
  await set(api.office.setSettings, { company_name: "Oak" });
  const again = { message: changedSinceSentence("company_name") };
  const [, redone] = await recentOf(anna);
  expect(await refusalOf(undo(redone))).toMatchObject(again);
  expect(await refusalOf(undo(named))).toMatchObject({
    message: changedSinceSentence("message_company", "anna"),
  });
  expect(await settingsOf(anna)).toEqual({ company_name: "Oak" });
});

it("all data includes the settings, and restoring it brings them back", async () => {
  const { anna } = openForTwo();
  await anna.mutation(api.office.setSettings, HOURS);
  await anna.mutation(api.jobs.create, aNewJob());
  await anna.action(api.seed.deleteAllData, {});
  expect(await settingsOf(anna)).toEqual({});
  const run = await anna.query(api.changes.lastRun, {});
  await anna.action(api.changes.undoRun, { id: run!.id });
  expect(await settingsOf(anna)).toEqual(HOURS);
});

it("a crew is renamed for every job at once, and one undo takes it back", async () => {
  const { anna, bo } = openForTwo();
  const set = async (key: string, name: string | null) => {
    await anna.mutation(api.office.setCrew, { key, name });
    vi.advanceTimersByTime(5 * MINUTE);
  };
  const id = await anna.mutation(api.jobs.create, {
    ...aNewJob(),
    job_install_crew: " Crew 2 ",
  });
  await set("Crew 2", "Crew 2");
  await set("ann", "Ann");
  await set("crew 2", "Red crew");
  const job = await anna.query(api.jobs.get, { id });
  expect(job?.job_install_crew).toBe("Crew 2");
  const settings = await settingsOf(anna);
  expect(crewName(job?.job_install_crew, settings)).toBe("Red crew");
  expect((await linesOf(anna))[0]).toEqual(["Crews", "Crews: Crew 2, Ann → Red crew, Ann"]);
  await undoLast(anna);
  expect((await settingsOf(anna)).crews).toEqual([
    { key: "crew 2", name: "Crew 2" },
    { key: "ann", name: "Ann" },
  ]);
  await set("crew 2", null);
  expect((await settingsOf(anna)).crews).toEqual([{ key: "ann", name: "Ann" }]);
  expect(await settingsOf(bo)).toEqual({});
});

it("a crew that a job names first is listed once, under that name, until it is renamed", async () => {
  const { anna } = openForTwo();
  const crewsOf = async () => (await settingsOf(anna)).crews;
  const id = await anna.mutation(api.jobs.create, { ...aNewJob(), job_install_crew: "Crew 2" });
  await anna.mutation(api.jobs.update, { id, job_estimate_crew: "CREW  2" });
  expect(await crewsOf()).toEqual([{ key: "crew 2", name: "Crew 2" }]);
  await anna.mutation(api.office.setCrew, { key: "crew 2", name: "Red crew" });
  vi.advanceTimersByTime(5 * MINUTE);
  await anna.mutation(api.jobs.update, { id, job_estimate_crew: "red crew" });
  expect(await crewsOf()).toEqual([{ key: "crew 2", name: "Red crew" }]);
  vi.advanceTimersByTime(5 * MINUTE);
  await anna.mutation(api.jobs.update, { id, job_estimate_crew: "Ann" });
  // The list is no part of the job's change: its undo leaves the crews as they are.
  await undoLast(anna);
  expect(await crewsOf()).toEqual([
    { key: "crew 2", name: "Red crew" },
    { key: "ann", name: "Ann" },
  ]);
  await anna.mutation(api.jobs.update, { id, job_estimate_crew: null });
  await anna.mutation(api.office.setCrew, { key: "crew 2", name: null });
  await anna.mutation(api.jobs.update, { id, job_notes: "Gate" });
  expect(await crewsOf()).toEqual([{ key: "ann", name: "Ann" }]);
});

it("a full list of crews gets none from a job", async () => {
  const { anna } = openForTwo();
  for (let at = 0; at < MAX_CREWS; at += 1)
    await anna.mutation(api.office.setCrew, { key: `c${at}`, name: `C${at}` });
  await anna.mutation(api.jobs.create, { ...aNewJob(), job_install_crew: "Crew 2" });
  expect((await settingsOf(anna)).crews).toHaveLength(MAX_CREWS);
});

it("another crew's name is refused at the name", async () => {
  const { anna } = openForTwo();
  await anna.mutation(api.office.setCrew, { key: "ann", name: "Ann" });
  const again = anna.mutation(api.office.setCrew, { key: "bea", name: "ANN" });
  expect(await refusalOf(again)).toMatchObject({
    field: "name",
    message: CREW_NAME_TAKEN,
  });
});

it("the calendar and a phone's copy have the crews of a job's visits", async () => {
  const { anna } = openForTwo();
  const crews = { job_estimate_crew: "Ann", job_install_crew: "Crew 2" };
  const id = await anna.mutation(api.jobs.create, {
    ...aNewJob(),
    ...{ job_estimate_date: Date.now(), job_estimate_crew: "Bea" },
  });
  await anna.mutation(api.jobs.update, { id, ...crews });
  const range = { from: Date.now() - 1, until: Date.now() + 1 };
  expect(await anna.query(api.jobs.listDates, { range })).toMatchObject([crews]);
  const copy = await anna.query(api.jobs.forDevice, range);
  expect(copy.jobs).toMatchObject([crews]);
});
