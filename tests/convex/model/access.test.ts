import type { FunctionReference } from "convex/server";
import { describe, expect, it } from "vitest";
import { api, internal } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { aNewCustomer, aNewJob } from "../../support/builders";
import {
  NOT_SIGNED_IN,
  openBackend,
  SITE,
  refusalOf,
  refused,
  type Caller,
} from "../../support/convexHarness";

const modules = import.meta.glob<Record<string, unknown>>("../../../convex/*.ts", { eager: true });

type Kind = "query" | "mutation" | "action";
type PublicFunction = { isPublic: true; isQuery?: true; isMutation?: true };

const id = "0000000000000000000000010000jobs" as Id<"jobs">;
const fileId = "0000000000000000000010000_storage" as Id<"_storage">;
const changeId = "00000000000000000000010000changes" as Id<"changes">;
const trashId = "000000000000000000000010000trash" as Id<"trash">;
const itemId = "0000000000000000000010000inventoryItems" as Id<"inventoryItems">;
const importId = "00000000000000000000010000imports" as Id<"imports">;
const findingId = "0000000000000000000010000importFindings" as Id<"importFindings">;
const intake = { itemId, type: "intake", quantity: 1 } as const;
const listing = {
  paginationOpts: { numItems: 5, cursor: null },
  search: "",
  status: null,
  sort: "nearest",
  now: 0,
} as const;

/** A well-formed call of every public function. */
const CALLS: Record<string, Record<string, unknown>> = {
  "customers:search": { term: "" },
  "customers:similar": { term: "jonson", withJobs: false },
  "customers:listMin": {},
  "customers:page": { paginationOpts: { numItems: 5, cursor: null } },
  "customers:getByCustomerId": { customer_id: "C-1001" },
  "customers:create": aNewCustomer(),
  "customers:update": { customer_id: "C-1001" },
  "jobs:getAll": {},
  "jobs:get": { id },
  "jobs:list": listing,
  "jobs:getScheduledForDay": { dayStart: 0, dayEnd: 1 },
  "jobs:listDates": {},
  "jobs:listLasting": { at: 0 },
  "jobs:forDevice": { from: 0, until: 1 },
  "jobs:create": aNewJob(),
  "jobs:update": { id },
  "jobs:moveVisits": {
    visits: [{ id, field: "job_estimate_date", from: 0, to: 1 }],
  },
  "jobs:setStatuses": {
    jobs: [{ id, seen: "lead" }],
    job_status: "called",
  },
  "jobs:totals": {},
  "jobs:deleteJob": { id },
  "jobs:addFiles": { id, field: "job_drawings", fileIds: [fileId] },
  "jobs:removeFile": { id, field: "job_drawings", fileId },
  "jobs:moveFile": { id, field: "job_drawings", fileId, after: null },
  "jobs:generateUploadUrl": {},
  "files:getUrls": { ids: [] },
  "files:getPictures": { ids: [] },
  "customers:dedupeForUser": {},
  "customers:sharedContacts": {},
  "seed:demoData": {},
  "seed:removeDemoData": {},
  "customers:merge": { kept: "C-1001", duplicate: "C-1002" },
  "customers:removeObsoleteObtainedDateField": {},
  "jobs:search": {
    search: "elm",
    status: null,
    sort: "nearest",
    now: 0,
    count: 1,
  },
  "jobs:countWaiting": { deliveredBefore: 0 },
  "jobs:listWaiting": { kind: "stale", deliveredBefore: 0 },
  "jobs:listDue": { now: 0, paginationOpts: listing.paginationOpts },
  "jobs:countOverdue": { now: 0 },
  "jobs:lastPlace": { customer_id: "C-1001" },
  "jobs:ofCustomer": {
    customer_id: "C-1001",
    paginationOpts: listing.paginationOpts,
  },
  "jobs:totalsOfCustomer": { customer_id: "C-1001", now: 0 },
  "customers:deleteWithJobs": { customer_id: "C-1001" },
  "workspace:isSearchReady": {},
  "workspace:former": {},
  "inventory:listItems": {},
  "inventory:listColors": {},
  "inventory:listColorBreakdown": { colorNumber: "180" },
  "inventory:listColorBreakdownMut": { colorNumber: "180" },
  "inventory:recordTxn": intake,
  "inventory:recordIntake": { entries: [intake] },
  "inventory:adjustColorQuantity": { colorNumber: "180", delta: 1 },
  "inventory:setReorderLevel": { colorNumber: "180", size: "5", level: 1 },
  "messages:templates": {},
  "messages:setTemplates": { message_company: "Elm Gutters" },
  "office:settings": {},
  "office:setSettings": { company_name: "Elm Gutters" },
  "office:setCrew": { key: "crew 1", name: "Crew 1" },
  "messages:noteOpened": { subject: id, message: "on_my_way" },
  "messages:noteEstimate": {
    ...{ id, message: "estimate", shows: "rows", hasPicture: false },
    ...{ estimateRows: [], total: "" },
  },
  "messages:lastEstimate": { id },
  "inventory:upsertPrice": { itemId, size: "5", price: 1 },
  "inventory:upsertAliasPrices": { sourceItemId: itemId, aliasItemIds: [] },
  "lines:ofJob": { id },
  "lines:ofJobs": { jobIds: [id] },
  "lines:needed": { from: 0, until: 1, wastePercent: 10 },
  "lines:add": { id, lines: [] },
  "lines:edit": { id, lines: [] },
  "lines:remove": { id, keys: [] },
  "lines:take": { id, wastePercent: 10 },
  "lines:putBack": { id },
  "inventory:setUnit": {
    ...{ sourceItemId: itemId, aliasItemIds: [] },
    unit: "piece",
    pieceFeet: 10,
  },
  "inventorySeed:seedDefaults": {},
  "changes:ofSubject": {
    subject: id,
    paginationOpts: listing.paginationOpts,
  },
  "changes:ofVisits": { jobIds: [id] },
  "changes:page": { paginationOpts: listing.paginationOpts },
  "changes:recent": {},
  "changes:deleted": { paginationOpts: listing.paginationOpts },
  "changes:ofIntent": { intentId: "" },
  "changes:lastRun": {},
  "changes:undo": { id: changeId },
  "changes:undoIntent": { undoneIntent: "" },
  "changes:undoRun": { id: changeId },
  "changes:restore": { id: trashId },
  "changes:restoreJob": { id },
  "changes:deleteForGood": { id: trashId },
  "workspace:epoch": {},
  "imports:staged": {},
  "imports:begin": {
    kind: "customers",
    fileName: "clients.csv",
    rowCount: 1,
    chunkCount: 1,
  },
  "imports:stage": { importId, index: 0, rows: "[]" },
  "imports:check": { importId },
  "imports:findings": {
    importId,
    paginationOpts: listing.paginationOpts,
  },
  "imports:decide": { importId, findingId, choice: "same" },
  "imports:decideAll": { importId, choice: "same" },
  "imports:start": { importId },
  "imports:discard": { importId },
  "imports:undoCounts": { id: changeId },
  "imports:details": { customer_id: "C-1001" },
  "seed:progress": {},
  "seed:generateFakeData": { customers: 1, jobsPerCustomer: 1 },
  "seed:deleteCustomersAndJobs": {},
  "seed:deleteInventory": {},
  "seed:deleteAllData": {},
};

function publicFunctions(): [name: string, kind: Kind][] {
  return Object.entries(modules).flatMap(([path, exports]) =>
    Object.entries(exports)
      .filter(([, value]) => isPublic(value))
      .map(([name, value]): [string, Kind] => [
        `${path.replace(/^.*\/|\.ts$/g, "")}:${name}`,
        kindOf(value as PublicFunction),
      ]),
  );
}

function kindOf({ isQuery, isMutation }: PublicFunction): Kind {
  if (isQuery) return "query";
  return isMutation ? "mutation" : "action";
}

function isPublic(value: unknown): boolean {
  return typeof value === "function" && "isPublic" in value;
}

async function call(
  caller: Caller,
  [name, kind]: [string, Kind],
  args = CALLS[name],
): Promise<unknown> {
  const [module = "", member = ""] = name.split(":");
  const tree = api as unknown as Record<string, Record<string, FunctionReference<Kind>>>;
  const reference = tree[module]?.[member];
  if (reference === undefined) throw new Error(`There is no ${name}.`);
  const run = caller[kind] as (
    reference: FunctionReference<Kind>,
    args: Record<string, unknown> | undefined,
  ) => Promise<unknown>;
  return await run(reference, args);
}

describe("every public function", () => {
  it("every public function is covered by this test", () => {
    expect(
      publicFunctions()
        .map(([name]) => name)
        .sort(),
    ).toEqual(Object.keys(CALLS).sort());
  });

  it.each(publicFunctions())(
    "%s refuses a caller who is signed out, or whose office is in another deployment, before it reads the arguments",
    async (name, kind) => {
      const t = openBackend();
      const wrong = { nonsense: "x".repeat(100_000) };
      expect(await refusalOf(call(t, [name, kind], wrong))).toEqual(NOT_SIGNED_IN);
      const anna = { subject: "anna" };
      const elsewhere = { ...anna, deployment: "https://two.example" };
      expect(await refusalOf(call(t.withIdentity(elsewhere), [name, kind], wrong))).toEqual(
        NOT_SIGNED_IN,
      );
      for (const identity of [anna, { ...anna, deployment: `${SITE}/` }])
        expect(await refusalOf(call(t.withIdentity(identity), [name, kind], wrong))).toEqual(
          refused("nonsense", "The function takes no argument nonsense."),
        );
    },
  );

  // Spec 6.1
  it.each(publicFunctions())("%s refuses a signed-out caller", async (name, kind) => {
    const t = openBackend();
    expect(await refusalOf(call(t, [name, kind]))).toEqual(NOT_SIGNED_IN);
  });
});

describe("in a suspended office", () => {
  it.each(publicFunctions())("%s does nothing", async (name, kind) => {
    const t = openBackend();
    const anna = t.withIdentity({ subject: "anna" });
    await anna.mutation(api.customers.create, aNewCustomer());
    await t.mutation(internal.workspace.close, {
      workspaceId: "anna",
      isSuspended: true,
    });
    const refusal = call(anna, [name, kind]);
    // A device sends a change again later, so that is no refusal.
    if (kind === "mutation") await expect(refusal).rejects.toThrow("closed");
    else
      expect(await refusalOf(refusal)).toEqual({
        code: "CONFLICT",
        message: "This office is suspended. Ask the operator of Downspout.",
      });
  });
});

describe("the workspace of a caller", () => {
  async function namesSeenBy(caller: Caller): Promise<string[]> {
    const customers = await caller.query(api.customers.listMin, {});
    return customers.map(({ customer_name }) => customer_name);
  }

  it("the workspace of a caller is the person's if the token names no organization", async () => {
    const t = openBackend();
    const anna = t.withIdentity({ subject: "anna" });
    await anna.mutation(api.customers.create, aNewCustomer());
    expect(await namesSeenBy(t.withIdentity({ subject: "anna", org_id: "" }))).toEqual([
      "Anna Bell",
    ]);
    expect(await namesSeenBy(t.withIdentity({ subject: "bo" }))).toEqual([]);
  });

  // Spec 6.11
  it("the workspace of a caller is the organization's if the token names one, in either of Clerk's formats", async () => {
    const t = openBackend();
    const anna = t.withIdentity({ subject: "anna", org_id: "org_1" });
    await anna.mutation(api.customers.create, aNewCustomer());
    expect(await namesSeenBy(t.withIdentity({ subject: "bo", org_id: "org_1" }))).toEqual([
      "Anna Bell",
    ]);
    expect(
      await namesSeenBy(t.withIdentity({ subject: "cy", o: { id: "org_1", rol: "admin" } })),
    ).toEqual(["Anna Bell"]);
    expect(await namesSeenBy(t.withIdentity({ subject: "anna" }))).toEqual([]);
    expect(await namesSeenBy(t.withIdentity({ subject: "anna", org_id: "org_2" }))).toEqual([]);
  });

  it("the workspace of a caller is the person's if the organization claim is not a string", async () => {
    const t = openBackend();
    const anna = t.withIdentity({ subject: "anna" });
    await anna.mutation(api.customers.create, aNewCustomer());
    expect(await namesSeenBy(t.withIdentity({ subject: "anna", o: {} }))).toEqual(["Anna Bell"]);
    expect(await namesSeenBy(t.withIdentity({ subject: "anna", org_id: 7, o: null }))).toEqual([
      "Anna Bell",
    ]);
  });
});
