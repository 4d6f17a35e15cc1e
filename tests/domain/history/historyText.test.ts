import { expect, test } from "vitest";
import { historyText, TRASH_NOUNS, undoneRunLabel } from "@domain/history/historyText";
import { TRASHED_TABLES, type RecordedWrite } from "@domain/history/history";
import { OPERATIONS } from "@domain/calls/operations";

const at = (time: number) => `t${time}`;

const price = (id: number): RecordedWrite => ({
  table: "inventoryPrices",
  before: null,
  after: { price: id, size: "5" },
});

test("an edit is described by its fields", () => {
  const writes: RecordedWrite[] = [
    {
      table: "jobs",
      before: { job_status: "lead" },
      after: { job_status: "approved" },
    },
  ];
  expect(historyText({ kind: "jobs.update", writes }, at)).toEqual(["Status: New Lead → Approved"]);
  expect(historyText({ kind: "changes.undo", writes }, at)[0]).toBe("Undo");
});

test("a change of stock is described by its quantity before and after", () => {
  const counts = { quantity: 10, before: 5, after: 15 };
  expect(historyText({ kind: "intake", writes: [], counts }, at)).toEqual(["Intake: +10 (5 → 15)"]);
  const taken = { quantity: -3, before: 5, after: 2 };
  expect(historyText({ kind: "adjustment", writes: [], counts: taken }, at)).toEqual([
    "Adjustment: -3 (5 → 2)",
  ]);
});

test("the history of a long estimate lists its first rows and says how many more there are", () => {
  const estimateRows = Array.from({ length: 14 }, (_, row) => `Row ${row}`);
  const estimate = { estimateRows, total: "" };
  const message = { kind: "estimate", customer: "", estimate } as const;
  const lines = historyText({ kind: "messages.noteEstimate", writes: [], message }, at);
  expect(lines).toHaveLength(14);
  expect([lines[0], lines[1], lines[12], lines[13]]).toEqual([
    ...["Opened the estimate", "Row 0", "Row 11", "and 2 more"],
  ]);
});

test("a run is described by its counts", () => {
  const counts = { groupsAffected: 2, duplicatesRemoved: 3 };
  expect(historyText({ kind: "dedupe", writes: [], counts }, at)).toEqual([
    "Deduplicated customers: 2 groups affected, 3 duplicates removed",
  ]);
  for (const kind of OPERATIONS) expect(historyText({ kind, writes: [] }, at)).toHaveLength(1);
});

test("each run is described by its own words", () => {
  const words = OPERATIONS.map((kind) => [kind, historyText({ kind, writes: [] }, at)[0]]);
  expect(Object.fromEntries(words)).toEqual({
    generate: "Generated fake data",
    deleteCustomersAndJobs: "Deleted customers and jobs",
    deleteInventory: "Deleted inventory",
    deleteAllData: "Deleted all data",
    removeDemoData: "Removed demo data",
    deleteCustomer: "Deleted a customer",
    dedupe: "Deduplicated customers",
    merge: "Merged customers",
    removeObtainedDate: "Removed obsolete obtained date",
    undoRun: "Restored",
    import: "Imported",
  });
});

test("texts to customers are described under a title", () => {
  const writes: RecordedWrite[] = [
    {
      table: "messageTemplates",
      before: null,
      after: { message_company: "Elm" },
    },
  ];
  expect(historyText({ kind: "messages.setTemplates", writes }, at)).toEqual([
    "Messages to customers",
    "Company name: empty → Elm",
  ]);
});

test("a company name that moves from the texts to the settings is one line, and other changes keep theirs", () => {
  const writes: RecordedWrite[] = [
    {
      table: "officeSettings",
      before: null,
      after: { company_name: "Oak", opens_at: 450, closes_at: 1440 },
    },
    {
      table: "messageTemplates",
      before: { message_company: "Elm", message_done: null },
      after: { message_company: null, message_done: "Done." },
    },
  ];
  expect(historyText({ kind: "office.setSettings", writes }, at)).toEqual([
    "Office settings",
    "Company name: Elm → Oak",
    "Office opens: empty → 7:30 AM",
    "Office closes: empty → 12:00 AM",
    "We are done: empty → Done.",
  ]);
});

test("a row that takes other stock is described as such if its number stays, and a moved row as moved", () => {
  const lines = (after: RecordedWrite["after"]) => {
    const name = "Left End Cap";
    const before = { taken: 2, takenColor: "001", order: "i" };
    const write = { table: "jobLines", name, before, after } as const;
    return historyText({ kind: "lines.take", writes: [write] }, at);
  };
  expect(lines({ taken: 4, takenSize: "6" })).toEqual(["Left End Cap: Taken from stock: 2 → 4"]);
  expect(lines({ takenSize: "6", takenColor: "002" })).toEqual([
    "Left End Cap: taken from other stock",
  ]);
  expect(lines({ order: "m" })).toEqual(["Left End Cap: moved"]);
  expect(lines({ itemId: "x" })).toEqual([]);
});

test("the undo of a run names the run that it undid", () => {
  expect(undoneRunLabel("deleteCustomer", "Ann Field")).toBe("Deleted a customer: Ann Field");
  expect(undoneRunLabel("merge", "")).toBe("Merged customers");
});

test("hundreds of rows are cut to twelve lines", () => {
  const writes = Array.from({ length: 300 }, (_, id) => price(id));
  const lines = historyText({ kind: "inventorySeed.seedDefaults", writes }, at);
  expect(lines).toHaveLength(14);
  expect(lines.at(0)).toBe("Defaults added");
  expect(lines.at(-1)).toBe("and 288 more");
});

test("every row in the trash has a noun", () => {
  expect(Object.keys(TRASH_NOUNS).sort()).toEqual([...TRASHED_TABLES].sort());
  expect(TRASH_NOUNS).toEqual({
    jobs: "Job",
    jobLines: "Material",
    customers: "Customer",
    inventoryItems: "Item",
    inventoryPrices: "Price",
    inventoryColors: "Color",
    inventoryReorderLevels: "Reorder level",
    customerDetails: "Imported details",
    messageTemplates: "Messages to customers",
    officeSettings: "Office settings",
    inventoryColorStock: "Stock",
    inventoryItemStock: "Stock",
    inventoryTxns: "Stock transaction",
    files: "Photo or drawing",
  });
});

test("counts the moved visits of a day, and says in each job that it moved with its day", () => {
  const kind = "jobs.moveVisits";
  expect(historyText({ kind, writes: [], counts: { visits: 12 } }, at)).toEqual([
    "12 visits moved",
  ]);
  expect(historyText({ kind, writes: [], counts: { visits: 1 } }, at)).toEqual(["1 visit moved"]);
  const [title] = historyText({ kind, writes: [] }, at);
  expect(title).toBe("Moved with its day");
});

test("counts the jobs whose status was set, and says in each job that it was set with others", () => {
  const kind = "jobs.setStatuses";
  const counts = { statuses: 12 };
  expect(historyText({ kind, writes: [], counts }, at)).toEqual(["Status of 12 jobs set"]);
  expect(historyText({ kind: "changes.undo", writes: [], counts }, at)).toEqual([
    "Undo",
    "Status of 12 jobs set",
  ]);
  const [title] = historyText({ kind, writes: [] }, at);
  expect(title).toBe("Set with other jobs");
});
