/** The acceptance of search: complete and in order, whatever other offices hold, with few documents read for a page. */
import type { JSONValue } from "convex/values";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type CallMeasure,
  type Engine,
  IN_MEMORY,
  openEngine,
} from "../../packages/embedded-convex/src/runtime/engine";
import { TRANSACTION_LIMITS } from "../../packages/embedded-convex/src/store/limits";
import {
  memoryBlobs,
  memoryLog,
  valueOf,
} from "../../packages/embedded-convex/tests/runtime/fixtures/testEngine";
import { loadModules } from "../../server/modules";
import { callerAs } from "./callers";
import {
  byDistance,
  customersHolding,
  fillOffice,
  FIRST_DATE,
  folded,
  jobsHolding,
  officeRandom,
  typedSearches,
  type Office,
} from "./offices";

const MAX_MATCHES = 1_000;
const PICKED = 20;
const PAGE = 24;
/** Of any search for customers, and of the first page of one for jobs. */
const SMALL = { documents: 300, bytes: 150 * 1024 };
/** Of the date from which the list counts distances. */
const NOW = FIRST_DATE + 100 * 86_400_000;
/** Of several common words of customers that no name has, all rows of the rarest are read. */
const MAX_WITHOUT_NAME = 1_200;

interface Sizes {
  /** Beside the one that is searched. They are a tenth of its size. */
  readonly others: number;
  readonly customers: number;
  readonly jobs: number;
  readonly searches: number;
  readonly timeoutMs: number;
}

/** The first of several offices of one deployment. */
interface Offices {
  readonly engine: Engine;
  readonly office: Office;
  readonly searches: readonly string[];
  readonly call: (udfPath: string, args: JSONValue) => Promise<JSONValue>;
  /** What the last call used. */
  readonly usage: () => NonNullable<CallMeasure["usage"]>;
}

export function searchAcceptance(sizes: Sizes) {
  const { others, customers, jobs, timeoutMs } = sizes;
  let opened: Offices;

  describe(`an office of ${customers} customers and ${jobs} jobs beside ${others} others`, () => {
    beforeAll(async () => {
      opened = await openOffices(sizes);
    }, timeoutMs);
    afterAll(() => opened.engine.close());

    it(
      "jobs.search finds every match, the newest first",
      async () => await expectAllJobs(opened),
      timeoutMs,
    );
    it(
      "the first page of jobs reads at most 300 documents and 150 KiB, in every order",
      async () => await expectSmallPages(opened),
      timeoutMs,
    );
    it(
      "jobs.list finds every match by pages, in order, the nearest first too",
      async () => await expectAllPages(opened),
      timeoutMs,
    );
    it(
      "customers.search finds every match of at most 20, exact ones first, with as few documents",
      async () => await expectRanked(opened),
      timeoutMs,
    );
  });
}

async function openOffices(sizes: Sizes): Promise<Offices> {
  let measured: CallMeasure | undefined;
  const engine = openEngine({
    dataDir: IN_MEMORY,
    modules: loadModules(),
    blobs: memoryBlobs(),
    log: memoryLog(),
    onCall: (measure) => (measured = measure),
  });
  const office = await fillOffice(callAs(engine, 0), officeRandom(0), sizes);
  const { customers, jobs } = sizes;
  const other = { customers: customers / 10, jobs: jobs / 10 };
  for (let at = 1; at <= sizes.others; at++)
    await fillOffice(callAs(engine, at), officeRandom(at), other);
  return {
    engine,
    office,
    searches: typedSearches(office, officeRandom(999), sizes.searches),
    call: callAs(engine, 0),
    usage: () => {
      if (!measured?.usage) throw new Error("The call was not measured.");
      return measured.usage;
    },
  };
}

function callAs(engine: Engine, at: number): Offices["call"] {
  const organization = `org_${String(at).padStart(27, "2")}`;
  const caller = callerAs(`user_${at}`, organization);
  return async (udfPath, args) => {
    const request = { udfPath, args, caller };
    const { outcome } = /:(search|list)$/.test(udfPath)
      ? await engine.runQuery(request)
      : await engine.runMutation(request);
    return valueOf(outcome);
  };
}

async function expectAllJobs(offices: Offices) {
  for (const search of offices.searches) {
    const expected = jobsHolding(offices.office, search).toReversed();
    const found = await jobsFound(offices, search, MAX_MATCHES);
    expect(found.ids, search).toEqual(expected.slice(0, MAX_MATCHES));
    expect(found.leftOut, search).toBe(expected.length > MAX_MATCHES ? "older" : null);
    for (const [key, limit] of Object.entries(TRANSACTION_LIMITS))
      expect(offices.usage()[key as keyof typeof TRANSACTION_LIMITS], search).toBeLessThan(limit);
  }
}

const ORDERS = ["created_desc", "created_asc", "nearest", "farthest"] as const;

async function expectSmallPages(offices: Offices) {
  for (const search of offices.searches)
    for (const sort of ORDERS) {
      await offices.call("jobs:list", pageOf(search, sort, null));
      expectSmall(offices, search);
      await offices.call("jobs:search", {
        ...{ search, sort, status: null, now: NOW, count: PAGE },
      });
      expectSmall(offices, search);
    }
}

function expectSmall({ usage }: Offices, search: string) {
  const { documentsRead, bytesRead } = usage();
  expect(documentsRead, search).toBeLessThanOrEqual(SMALL.documents);
  expect(bytesRead, search).toBeLessThanOrEqual(SMALL.bytes);
}

async function expectAllPages(offices: Offices) {
  for (const [at, search] of offices.searches.entries()) {
    // Each kind of search in each order.
    const sort = ORDERS[(at + Math.floor(at / 16)) % ORDERS.length]!;
    expect(await idsOfPages(offices, search, sort), search).toEqual(
      expectedInOrder(offices.office, search, sort),
    );
  }
}

function expectedInOrder(office: Office, search: string, sort: (typeof ORDERS)[number]): string[] {
  const ids = jobsHolding(office, search);
  if (sort === "created_asc") return ids;
  if (sort === "created_desc") return ids.toReversed();
  const isFarthestFirst = sort === "farthest";
  return byDistance(office, ids, { now: NOW, isFarthestFirst });
}

async function idsOfPages(
  offices: Offices,
  search: string,
  sort: (typeof ORDERS)[number],
): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null = null; ;) {
    const page = (await offices.call("jobs:list", pageOf(search, sort, cursor))) as {
      page: { _id: string }[];
      isDone: boolean;
      continueCursor: string;
    };
    ids.push(...page.page.map(({ _id }) => _id));
    if (page.isDone) return ids;
    cursor = page.continueCursor;
  }
}

function pageOf(search: string, sort: string, cursor: string | null) {
  const paginationOpts = { numItems: PAGE, cursor, id: 1 };
  return { search, sort, status: null, now: NOW, paginationOpts };
}

async function expectRanked(offices: Offices) {
  for (const term of offices.searches) {
    const matches = customersHolding(offices.office, term);
    const found = (await offices.call("customers:search", { term })) as {
      customer_id: string;
    }[];
    expectFew(offices, term);
    const ids = found.map(({ customer_id }) => customer_id);
    const best = ranked(matches, term);
    const all = best.map(({ customer_id }) => customer_id);
    // Of more than fit, those that are named or numbered as typed, then others of the matches, in the same order.
    const exact = best.filter(({ rank }) => rank < 2).length;
    if (matches.length <= PICKED) expect(ids, term).toEqual(all);
    else expect(ids, term).toHaveLength(PICKED);
    expect(ids.slice(0, exact), term).toEqual(all.slice(0, exact));
    const places = ids.map((id) => all.indexOf(id));
    expect(Math.min(0, ...places), term).toBe(0);
    expect(places, term).toEqual(places.toSorted((a, b) => a - b));
  }
}

function expectFew({ usage, office }: Offices, search: string) {
  const { documentsRead, bytesRead } = usage();
  const [one, other] = search.split(" ").map(folded);
  const hasNoName = !office.customers.some(({ customer_name }) => {
    const [first = "", last = ""] = folded(customer_name).split(" ");
    const begins = (a = "", b = "") => first.startsWith(a) && last.startsWith(b);
    return begins(one, other) || begins(other, one);
  });
  const isScan = other !== undefined && hasNoName;
  expect(documentsRead, search).toBeLessThanOrEqual(isScan ? MAX_WITHOUT_NAME : SMALL.documents);
  if (!isScan) expect(bytesRead, search).toBeLessThanOrEqual(SMALL.bytes);
}

async function jobsFound({ call }: Offices, search: string, count: number) {
  const listing = { status: null, sort: "created_desc", now: 0 };
  const found = (await call("jobs:search", {
    search,
    count,
    ...listing,
  })) as { jobs: { _id: string }[]; leftOut: string | null };
  return { ids: found.jobs.map(({ _id }) => _id), leftOut: found.leftOut };
}

type Customers = ReturnType<typeof customersHolding>;

function ranked(matches: Customers, term: string) {
  const typed = folded(term);
  const [first = ""] = typed.split(/[^a-z0-9]+/);
  const rank = ({ customer_id, customer_name }: Customers[number]) => {
    const name = folded(customer_name);
    if (customer_id === term) return 0;
    if (name === typed) return 1;
    if (name.startsWith(typed)) return 2;
    return name.split(" ").some((word) => word.startsWith(first)) ? 3 : 4;
  };
  return matches
    .map((customer, at) => ({
      customer,
      at,
      rank: rank(customer),
      name: folded(customer.customer_name),
    }))
    .sort((a, b) => a.rank - b.rank || compareTexts(a.name, b.name) || a.at - b.at)
    .map(({ customer, rank: of }) => ({ ...customer, rank: of }));
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
