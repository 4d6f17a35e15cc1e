/**
 * The size of another workspace is confidential too: results, page by page, and the number of rows that the database
 * read are the same whether the other workspace is empty or has a thousand rows. Counts are compared, not times.
 */
import type { JSONValue } from "convex/values";
import { afterAll, expect, it } from "vitest";
import type { CallMeasure } from "../packages/embedded-convex/src/runtime/engine";
import { loadModules } from "../server/modules";
import { newDocumentId } from "../packages/embedded-convex/src/store/documentId";
import { testEngine } from "../packages/embedded-convex/tests/runtime/fixtures/testEngine";
import { variantsOf, type Call, type Examples } from "./support/attacker/functionArguments";
import { publicFunctions } from "../packages/embedded-convex/tests/support/publicFunctions";

const modules = loadModules();
const measures: Omit<CallMeasure, "cpuMs">[] = [];
const { engine } = testEngine({
  modules,
  onCall: ({ cpuMs: _cpuMs, ...measure }) => measures.push(measure),
});
const queries = publicFunctions(modules).filter((f) => f.kind === "query");
const DAY_MS = 24 * 60 * 60 * 1000;

afterAll(() => engine.close());

const callerOf = (subject: string) => ({
  identity: {
    subject,
    issuer: "https://issuer.test",
    tokenIdentifier: `https://issuer.test|${subject}`,
  },
  origin: "https://downspout.test",
});

async function act(subject: string, udfPath: string, args: JSONValue = {}) {
  const caller = callerOf(subject);
  const { ok } = await engine.runAction({ udfPath, args, caller });
  expect(ok, udfPath).toBe(true);
}

async function seed(subject: string) {
  const caller = callerOf(subject);
  const udfPath = "inventorySeed:seedDefaults";
  await engine.runMutation({ udfPath, args: {}, caller });
}

/** A file that Bo has read. */
let bosFile = "";

async function stageFile(subject: string): Promise<string> {
  const caller = callerOf(subject);
  const args = { kind: "jobs", fileName: "jobs.csv", rowCount: 1 };
  const { outcome } = await engine.runMutation({
    udfPath: "imports:begin",
    args: { ...args, chunkCount: 1 },
    caller,
  });
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome.value as string;
}

/** Search terms that match many rows, and none, which matches all. */
const WORDS = ["", "a", "c-1", "an oak"];

function examplesWith(word: string): Examples {
  return {
    id: (table) => (table === "imports" ? bosFile : newDocumentId(10_001)),
    text: () => word,
    // Three rows to a page, and a day that starts soon after the first.
    number: (name) => (/(end|until)$/i.test(name) ? DAY_MS : 3),
  };
}

function calls(): Call[] {
  const all = WORDS.flatMap((word) =>
    queries.flatMap(({ path, kind, args }) =>
      variantsOf(args, examplesWith(word)).map((variant) => ({
        path,
        kind,
        args: variant,
      })),
    ),
  );
  const texts = new Set(all.map((call) => JSON.stringify(call)));
  return [...texts].map((text) => JSON.parse(text) as Call);
}

interface Shown {
  readonly call: Call;
  readonly value: JSONValue;
  readonly journal: string | null;
  readonly read: Omit<CallMeasure, "cpuMs"> | undefined;
}

/** The result; for a page, with all pages after it. */
async function shownTo(subject: string, call: Call): Promise<Shown[]> {
  const caller = callerOf(subject);
  const shown: Shown[] = [];
  let args = call.args as { paginationOpts?: JSONValue };
  for (;;) {
    measures.length = 0;
    const run = await engine.runQuery({ udfPath: call.path, args, caller });
    if (!run.outcome.ok) throw new Error(JSON.stringify([call, run.outcome]));
    const { value } = run.outcome;
    shown.push({ call, value, journal: run.journal, read: measures[0] });
    const page = value as { isDone?: boolean; continueCursor?: string } | null;
    if (args.paginationOpts === undefined || page?.isDone !== false) return shown;
    const cursor = page.continueCursor ?? null;
    args = { ...args, paginationOpts: { numItems: 3, cursor } };
  }
}

async function allShownTo(subject: string): Promise<Shown[]> {
  const shown: Shown[] = [];
  for (const call of calls()) shown.push(...(await shownTo(subject, call)));
  return shown;
}

it("answers and reads the same for Bo whether Anna has nothing or more than a thousand rows", async () => {
  await seed("bo");
  bosFile = await stageFile("bo");
  await act("bo", "seed:generateFakeData", {
    customers: 6,
    jobsPerCustomer: 2,
  });
  const before = await allShownTo("bo");
  expect(before.length).toBeGreaterThan(100);
  expect(before.some(({ read }) => (read?.usage?.documentsRead ?? 0) > 5)).toBe(true);
  await seed("anna");
  await stageFile("anna");
  await act("anna", "seed:generateFakeData", {
    customers: 400,
    jobsPerCustomer: 2,
  });
  const after = await allShownTo("bo");
  for (const [at, shown] of before.entries()) expect(after[at]).toEqual(shown);
  expect(after).toHaveLength(before.length);
});
