/** Names by ear: whom an office means by a misspelled name, and what finding them reads. */
import type { JSONValue } from "convex/values";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seededRandom, oneOf } from "@domain/text/random";
import {
  type CallMeasure,
  type Engine,
  IN_MEMORY,
  openEngine,
} from "../packages/embedded-convex/src/runtime/engine";
import {
  memoryBlobs,
  memoryLog,
  valueOf,
} from "../packages/embedded-convex/tests/runtime/fixtures/testEngine";
import { loadModules } from "../server/modules";
import { callerAs } from "./support/callers";
import { aName, misspelled } from "./support/misspelledNames";

const CUSTOMERS = 5_000;
const MISSPELLED = 200;
const FOUND = 180;
const FIRST = 3;
const MAX_DOCUMENTS = 200;
const SLOW_MS = 300_000;
const CALLER = callerAs("user_1", "org_1");

type Customer = {
  readonly customer_id: string;
  readonly customer_name: string;
};

describe(`an office of ${CUSTOMERS} customers`, () => {
  const random = seededRandom(23);
  const measures: CallMeasure[] = [];
  const customers: Customer[] = [];
  let engine: Engine;

  beforeAll(async () => {
    engine = openEngine({
      dataDir: IN_MEMORY,
      modules: loadModules(),
      blobs: memoryBlobs(),
      log: memoryLog(),
      onCall: (measure) => measures.push(measure),
    });
    for (let at = 0; at < CUSTOMERS; at++) {
      const customer_name = aName(random);
      const customer_id = await create({ customer_name });
      customers.push({ customer_id, customer_name });
    }
  }, SLOW_MS);
  afterAll(() => engine.close());

  it(
    `${FOUND} of ${MISSPELLED} misspelled names have the right customer among the first ${FIRST} suggestions`,
    async () => {
      const missed: string[] = [];
      for (const { customer, typed } of await unfound(MISSPELLED)) {
        const similar = await ask("customers:similar", {
          term: typed,
          withJobs: false,
        });
        const isFound = similar
          .slice(0, FIRST)
          .some(({ customer_id }) => customer_id === customer.customer_id);
        if (!isFound)
          missed.push(
            `${typed}: ${customer.customer_name}, not ${similar.map(({ customer_name }) => customer_name).join(", ")}`,
          );
      }
      expect(missed.length, missed.join("\n")).toBeLessThanOrEqual(MISSPELLED - FOUND);
    },
    SLOW_MS,
  );

  it("a search for similar names reads at most 200 documents", () => {
    const read = measures
      .filter(({ udfPath }) => udfPath === "customers:similar")
      .map(({ usage }) => usage?.documentsRead ?? 0);
    expect(read).toHaveLength(MISSPELLED);
    expect(Math.max(...read)).toBeLessThanOrEqual(MAX_DOCUMENTS);
  });

  /** Misspelled names by which the exact search finds nobody. */
  async function unfound(count: number) {
    const typedNames: { customer: Customer; typed: string }[] = [];
    while (typedNames.length < count) {
      const customer = oneOf(random, customers as [Customer, ...Customer[]]);
      const typed = misspelled(customer.customer_name, random);
      const exact = await ask("customers:search", { term: typed });
      if (exact.length === 0) typedNames.push({ customer, typed });
    }
    return typedNames;
  }

  async function create(args: JSONValue): Promise<string> {
    const request = { udfPath: "customers:create", args, caller: CALLER };
    const { outcome } = await engine.runMutation(request);
    return valueOf(outcome) as string;
  }

  async function ask(udfPath: string, args: JSONValue): Promise<Customer[]> {
    const { outcome } = await engine.runQuery({
      udfPath,
      args,
      caller: CALLER,
    });
    return valueOf(outcome) as unknown as Customer[];
  }
});
