/**
 * Bo, who has rows of every kind, calls every public function with ids of his own rows and of Anna's, there and gone,
 * in every combination. An id of Anna's has the answer and the effect of one that never existed.
 */
import { randomUUID } from "node:crypto";
import type { JSONValue } from "convex/values";
import { afterAll, beforeAll, expect, it } from "vitest";
import { OBTAINED_TYPES } from "@domain/customer/customers";
import { JOB_STATUSES } from "@domain/job/jobs";
import { decodeDocumentId, newDocumentId } from "../packages/embedded-convex/src/store/documentId";
import {
  publicFunctions,
  type ListedFunction,
} from "../packages/embedded-convex/tests/support/publicFunctions";
import { loadModules } from "../server/modules";
import {
  slotsOf,
  startsOf,
  withValueAt,
  type Call,
  type Examples,
  type Slot,
} from "./support/attacker/functionArguments";
import { ANY_ID, TwoOffices, type Attempt } from "./support/attacker/twoOffices";
import { VISIT, type Named } from "./support/attacker/seededOffice";

/** Texts that name a row, and of which rows. */
const NAMING: Readonly<Record<string, readonly Named[]>> = {
  id: ["jobs", "jobKeys"],
  jobIds: ["jobs", "jobKeys"],
  subject: ["jobs", "jobKeys", "customers", "customerIds", "inventoryItems"],
  customer_id: ["customerIds", "customerKeys"],
  job_customer_id: ["customerIds", "customerKeys"],
  kept: ["customerIds", "customerKeys"],
  duplicate: ["customerIds", "customerKeys"],
  ids: ["_storage"],
  clientKey: ["jobKeys", "customerKeys", "lineKeys"],
  keys: ["lineKeys"],
  intentId: ["intents"],
  undoneIntent: ["intents"],
  batch: ["intents"],
};

/** Texts that name no row, with an example. Cursors are tried by otherWorkspaces.test.ts. */
const FREE: Readonly<Record<string, string>> = {
  ...{ cursor: "", endCursor: "", search: "elm", term: "bo" },
  ...{ customer_name: "Bo Bell", customer_phone: "(555) 010-0002" },
  ...{ customer_email: "bo@example.com", timeZone: "UTC" },
  ...{ customer_obtained_type: OBTAINED_TYPES[0], colorNumber: "180" },
  ...{ job_address: "9 Elm Street", job_city: "Edina", job_notes: "Dog" },
  ...{ job_estimate_crew: "Crew 1", job_install_crew: "Ann", key: "ann" },
  ...{ job_status: JOB_STATUSES[1], job_categories: "gutter" },
  ...{ fileName: "new.csv", rows: "[]", sentFor: "office-bo:bo" },
  ...{
    company_name: "Bo",
    company_address: "9 Elm",
    company_phone: "5550100002",
    estimate_terms: "Half now.",
    message_company: "Bo",
    message_link: "",
    message_done: "Done.",
  },
  ...{ message_on_my_way: "Hi.", message_running_late: "Late." },
  ...{ message_reminder: "Soon.", message_review: "Thanks." },
  ...{ message_estimate_ready: "Ready." },
  ...{ estimateRows: "Row", total: "$1.00", validUntil: "2026-12-26" },
  ...{ notes: "Soon." },
  ...{ name: "Haul away", sku: "GUT-COIL", colorName: "Linen", order: "m" },
};

/** Names that a call is stored under, and values that are only compared: no combination with others. */
const isAlone = ({ path }: Slot) =>
  path[0] === "base" || path[0] === "intentId" || path[0] === "clientKey";

let offices: Awaited<ReturnType<typeof TwoOffices.open>>;
/** An id of the same form that nobody has, for each of Anna's. */
const unused = new Map<string, string>();
const functions = publicFunctions(loadModules());

beforeAll(async () => {
  offices = await TwoOffices.open();
});

afterAll(() => offices.close());

function unusedFor(id: string): string {
  const known = unused.get(id);
  if (known !== undefined) return known;
  const decoded = decodeDocumentId(id);
  const readable = id.startsWith("C-") ? `C-${9000 + unused.size}` : null;
  const document = decoded && newDocumentId(decoded.tableNumber);
  unused.set(id, document ?? readable ?? randomUUID());
  return unusedFor(id);
}

const nameOf = ({ path }: Slot) => String(path.findLast((step) => typeof step === "string"));

function namedBy(slot: Slot): readonly Named[] {
  if (slot.table !== null) return [slot.table as Named];
  return NAMING[nameOf(slot)] ?? [];
}

interface Choice {
  readonly slot: Slot;
  readonly id: string;
  readonly isAnnas: boolean;
}

/** Bo's ids and Anna's, of rows that are there or gone. */
function choicesFor(slot: Slot): Choice[] {
  const { annas, bos } = offices;
  return namedBy(slot).flatMap((named) => {
    // Changes differ in kind: an edit, a deletion, a run, an import.
    const there = annas.there[named].slice(0, named === "changes" ? 4 : 1);
    const hers = [...there, ...annas.gone[named]];
    const his = [bos.there[named][0], bos.gone[named][0]];
    return [
      ...hers.map((id) => ({ slot, id, isAnnas: true })),
      ...his.flatMap((id) => (id === undefined ? [] : [{ slot, id, isAnnas: false }])),
    ];
  });
}

/** One or two places of the arguments with an id each, at least one of them Anna's. */
function combinationsFor({ args }: ListedFunction): Choice[][] {
  const slots = slotsOf(args).filter((slot) => namedBy(slot).length > 0);
  const singles = slots.flatMap(choicesFor).map((one) => [one]);
  const shared = slots.filter((slot) => !isAlone(slot));
  const pairs = shared.flatMap((first, at) =>
    shared
      .slice(at + 1)
      .flatMap((second) => choicesFor(first).flatMap((a) => choicesFor(second).map((b) => [a, b]))),
  );
  return [...singles, ...pairs].filter((all) => all.some((one) => one.isAnnas));
}

/** Arguments of a call that Bo could make. */
const bosFor = (path: string): Examples => ({
  id: (table) => offices.bos.there[table as Named][0]!,
  text: (name) => {
    const [named] = NAMING[name] ?? [];
    if (path === "lines:edit" && name === "clientKey") return offices.bos.there.lineKeys[0]!;
    if (name === "intentId" || name === "clientKey" || name === "batch") return randomUUID();
    const last = name === "duplicate" ? 1 : 0;
    return named === undefined ? (FREE[name] ?? name) : offices.bos.there[named][last]!;
  },
  number: (name) => (/date|^(from|to|start|until)/.test(name) ? VISIT : 1),
});

const unusedOf = ({ id, isAnnas }: Choice) => (isAnnas ? unusedFor(id) : id);

/** Calls with an id for each choice. In a list it is alone, before an id of Bo's, and after it. */
function callsWith(
  one: ListedFunction,
  chosen: readonly Choice[],
  idOf: (choice: Choice) => string,
): Call[] {
  return startsFor(one).flatMap((start) => {
    const args = chosen.reduce<JSONValue>((given, choice) => {
      const { path } = choice.slot;
      const placement = {
        path,
        value: idOf(choice),
        examples: bosFor(one.path),
      };
      return withValueAt(one.args, given, placement);
    }, start);
    return [args, reversed(args)].map((each) => ({ ...one, args: each }));
  });
}

const starts = new Map<string, JSONValue[]>();

/** The same for each call: the UUIDs in it are made once. */
function startsFor({ path, args }: ListedFunction): JSONValue[] {
  const known = starts.get(path) ?? startsOf(args, bosFor(path)).slice(0, 2);
  starts.set(path, known);
  return known;
}

function reversed(args: JSONValue): JSONValue {
  const entries = Object.entries(args as Record<string, JSONValue>);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, Array.isArray(value) ? value.toReversed() : value]),
  );
}

/** As if the id had never existed, and without what is new at each call. */
function shown(text: string, chosen: readonly Choice[]): string {
  const newId = (id: string) => (offices.knows(id) ? id : "new id");
  return chosen
    .reduce((all, one) => all.replaceAll(one.id, unusedOf(one)), text)
    .replaceAll(ANY_ID, newId)
    .replaceAll(/[\w-]+(?=\.(end|at\.))/g, "cursor")
    .replaceAll(/\b1[78]\d{11}(\.\d+)?/g, "time");
}

function seen({ ok, answer, effect }: Attempt, chosen: readonly Choice[]) {
  const effects = effect.map((row) => shown(row, chosen));
  return [ok, shown(answer, chosen), ...effects.sort()];
}

const TAKING_IDS = functions.filter(({ args }) =>
  slotsOf(args).some((slot) => namedBy(slot).length > 0),
);

it("knows of each argument whether it names a row, and of what kind", () => {
  const slots = functions.flatMap(({ args }) => slotsOf(args));
  const names = slots.filter(({ table }) => table === null).map(nameOf);
  const isKnown = (name: string) => name in NAMING || name in FREE;
  const { there } = offices.annas;
  expect(names.filter((name) => !isKnown(name))).toEqual([]);
  const tables = slots.flatMap(({ table }) => table ?? []);
  expect(tables.filter((table) => !(table in there))).toEqual([]);
  expect(TAKING_IDS.length).toBeGreaterThan(35);
});

it.each(TAKING_IDS)(
  "$path treats an id of another office as one that never existed, beside any other",
  async (one) => {
    const answers = new Map<string, Attempt>();
    const answerTo = async (call: Call) => {
      const name = JSON.stringify(call.args);
      const answer = answers.get(name) ?? (await offices.attempt(call));
      answers.set(name, answer);
      return answer;
    };
    for (const chosen of combinationsFor(one)) {
      const hers = callsWith(one, chosen, ({ id }) => id);
      const none = callsWith(one, chosen, unusedOf);
      for (const [at, call] of hers.entries()) {
        const answer = await answerTo(call);
        const what = JSON.stringify(call.args);
        expect(seen(answer, chosen), what).toEqual(seen(await answerTo(none[at]!), chosen));
        const touched = answer.effect.filter((row) => row.includes(offices.annas.workspaceId));
        expect(touched, what).toEqual([]);
      }
    }
  },
);

/** Bo's file has been checked, so that no more rows are taken. */
const REFUSES_BOS = ["imports:stage"];

it.each(TAKING_IDS.filter(({ kind, path }) => kind !== "action" && !REFUSES_BOS.includes(path)))(
  "$path takes Bo's own ids",
  async (one) => {
    const answers: Attempt[] = [];
    for (const args of startsOf(one.args, bosFor(one.path)))
      answers.push(await offices.attempt({ ...one, args }));
    const refusals = answers.filter(({ ok }) => !ok);
    expect(refusals.length, JSON.stringify(refusals)).toBeLessThan(answers.length);
  },
);
