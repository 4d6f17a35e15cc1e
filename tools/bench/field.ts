/**
 * The page on a phone and on each kind of line (e2e/support/line.ts): 390 x 844, touch, processor slowed down four
 * times. Every time is from what causes it (a navigation, a change of the line, leaving a field) to what a person sees.
 */
import type { BrowserContext } from "@playwright/test";
import { Downspout } from "../../e2e/support/downspout";
import { Line, type LineState } from "../../e2e/support/line";
import { Office } from "../../e2e/support/office";
import { OWNER, signUpAs } from "../../e2e/support/people";
import { Phone } from "../../e2e/support/phone";
import { now, SlowPage } from "./fieldPage";
import { percentile, row, rowWithGoal, type Row } from "../../bench/results";

const STARTS = 5;
/** How often measurements that take tens of seconds are repeated. */
const WAITS = 3;
const JOBS = 8;

const CARD = "article";
const STATUS = "[role=status]";
const COPY_NOTE = "Offline. Saved copy from";

interface Field {
  readonly line: Line;
  /** The server's URL through the line. */
  readonly url: string;
  readonly office: Office;
  readonly phone: Phone;
  /** A job of today. */
  readonly jobId: string;
  readonly cookies: Awaited<ReturnType<BrowserContext["cookies"]>>;
}

/** Takes about five minutes. */
export async function field(): Promise<Row[]> {
  const server = await Downspout.start();
  const line = new Line();
  const url = await line.through(server.url);
  const phone = await Phone.make(line, url);
  try {
    await phone.start();
    await signUpAs(phone.context.request, OWNER);
    const office = await Office.open(phone.context, server.url);
    const ids: string[] = [];
    for (let at = 0; at < JOBS; at += 1)
      ids.push(await office.addJob(`Customer ${at}`, Date.now() + at * 1000));
    const cookies = await phone.context.cookies();
    const setup = { line, url, office, phone, cookies, jobId: ids[0] ?? "" };
    const rows = [
      ...(await firstLoads(setup)),
      ...(await warmStarts(setup)),
      ...(await coldStarts(setup)),
      ...(await saves(setup)),
      ...(await losses(setup)),
    ];
    await office.close();
    return rows;
  } finally {
    await phone.remove();
    await line.close();
    await server.remove();
  }
}

/** A browser that was never here, of a person who is signed in. */
async function firstLoads({ line, url, cookies }: Field): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [state, goal] of [
    ["GOOD", null],
    ["SLOW", 5000],
  ] as const) {
    const times = await repeat(WAITS, async () => {
      const fresh = await Phone.make(line, url);
      try {
        const page = await SlowPage.of(await fresh.start());
        await fresh.context.addCookies(cookies);
        // As the page leaves it on a browser in which the person has signed in.
        await fresh.context.addInitScript(() => {
          if (location.protocol === "http:") localStorage.setItem("downspout-signed-in", "yes");
        });
        await line.become(state);
        return await page.open(CARD);
      } finally {
        await line.become("GOOD");
        await fresh.remove();
      }
    });
    rows.push(inTime(`First load ever, ${state}: the list`, times, goal));
  }
  return rows;
}

/** Leaves a copy of the days and all of the page's code on the phone. */
async function visit({ line, phone }: Field): Promise<SlowPage> {
  await phone.close();
  await line.become("GOOD");
  const page = await SlowPage.of(await phone.start());
  await page.open(CARD);
  await page.hasCopy(JOBS);
  return page;
}

async function warmStarts(setup: Field): Promise<Row[]> {
  const { line, office, jobId: id } = setup;
  const page = await visit(setup);
  const rows: Row[] = [];
  for (const [state, goal] of [
    ["GOOD", 1000],
    ["SLOW", 1500],
  ] as const) {
    const lists: number[] = [];
    const lives: number[] = [];
    for (let at = 0; at < STARTS; at += 1) {
      const address = `${at} ${state} Street`;
      await line.become("GOOD");
      await page.leave();
      await office.mutation("jobs:update", { id, job_address: address });
      await line.become(state);
      lists.push(await page.open(CARD));
      lives.push(await page.sinceStart(CARD, address));
    }
    rows.push(
      inTime(`Warm start, ${state}: the list`, lists, goal),
      inTime(`Warm start, ${state}: what the office changed`, lives, null),
    );
  }
  return rows;
}

/** The browser's process is new too; its own start is not counted. */
async function coldStarts(setup: Field): Promise<Row[]> {
  const { line, phone } = setup;
  await visit(setup);
  const rows: Row[] = [];
  for (const state of ["AIRPLANE", "REFUSED", "DEAD"] as const) {
    const lists: number[] = [];
    const notes: number[] = [];
    const dialogs: number[] = [];
    for (let at = 0; at < WAITS; at += 1) {
      await phone.close();
      await line.become(state);
      const page = await SlowPage.of(await phone.start());
      await page.navigate();
      const [list, note] = await Promise.all([
        page.sinceStart(CARD),
        page.sinceStart(STATUS, COPY_NOTE),
      ]);
      lists.push(list);
      notes.push(note);
      dialogs.push(await page.openFirstJob());
    }
    rows.push(
      inTime(`Cold start, ${state}: the list of the copy`, lists, 2500),
      inTime(`Cold start, ${state}: "${COPY_NOTE} ..."`, notes, 2500),
      inTime(`Opening a job after it, ${state}`, dialogs, 1000),
    );
  }
  return rows;
}

async function saves(setup: Field): Promise<Row[]> {
  const { line } = setup;
  const rows: Row[] = [];
  for (const [state, word, times] of [
    ["GOOD", "Saved", STARTS],
    ["SLOW", "Saved", STARTS],
    ["DEAD", "Waiting", WAITS],
  ] as const) {
    const page = await visit(setup);
    await page.openFirstJob();
    const waits = await repeat(times, async (at) => {
      await line.become(state);
      const left = await page.saveNotes(`Note ${at} of ${state}`);
      const wait = (await page.appears(WORDS[word], word)) - left;
      await line.become("GOOD");
      await page.isQuiet();
      return wait;
    });
    rows.push(inTime(`A field that was left says ${word}, ${state}`, waits));
  }
  return rows;
}

/** Where a word is shown: in a toast, or beside the field's label. */
const WORDS = { Saved: "[data-sonner-toast]", Waiting: "label + span" };

/** How soon a loss of the line is shown, and how soon the data is back after it. */
async function losses(setup: Field): Promise<Row[]> {
  const { line, office, jobId: id } = setup;
  const rows: Row[] = [];
  for (const { state, isUnanswered, noticed, back } of LOSSES) {
    const losing: number[] = [];
    const returning: number[] = [];
    for (let at = 0; at < WAITS; at += 1) {
      const page = await visit(setup);
      if (isUnanswered) await page.openFirstJob();
      const lost = now();
      await line.become(state);
      const left = isUnanswered ? await page.saveNotes(`Note ${at}`) : lost;
      const seen = await page.appears(STATUS, "Offline.", "Connection lost");
      losing.push(seen - left);
      const address = `${at} ${state} ${isUnanswered} Street`;
      await office.mutation("jobs:update", { id, job_address: address });
      const returned = now();
      await line.become("GOOD");
      returning.push((await page.appears(CARD, address)) - returned);
    }
    const what = isUnanswered ? "a save unanswered" : "nothing unanswered";
    rows.push(
      inTime(`${state} noticed, with ${what}`, losing, noticed),
      inTime(`Data back after ${state}, with ${what}`, returning, back),
    );
  }
  return rows;
}

const LOSSES: readonly {
  readonly state: LineState;
  readonly isUnanswered: boolean;
  /** Goals, in milliseconds. */
  readonly noticed: number | null;
  readonly back: number;
}[] = [
  { state: "DEAD", isUnanswered: true, noticed: 10_000, back: 3000 },
  { state: "DEAD", isUnanswered: false, noticed: 30_000, back: 3000 },
  { state: "AIRPLANE", isUnanswered: false, noticed: null, back: 3000 },
  { state: "REFUSED", isUnanswered: false, noticed: null, back: 3000 },
];

async function repeat(times: number, measure: (at: number) => Promise<number>): Promise<number[]> {
  const results: number[] = [];
  for (let at = 0; at < times; at += 1) results.push(await measure(at));
  return results;
}

function inTime(what: string, times: readonly number[], goalMs: number | null = null): Row {
  const median = percentile(times, 50);
  const range = `${seconds(Math.min(...times))} to ${seconds(Math.max(...times))}`;
  const figure = `median ${seconds(median)} s (${range}, ${times.length} times)`;
  if (goalMs === null) return row(what, figure);
  const goal = `<= ${seconds(goalMs)} s`;
  return rowWithGoal(what, figure, { goal, isMet: median <= goalMs });
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(2);
}
