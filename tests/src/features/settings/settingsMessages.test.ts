import { ConvexError } from "convex/values";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seededMessage } from "@domain/stock/inventory";
import {
  allDeletedMessage,
  cleanedMessage,
  customersAndJobsDeletedMessage,
  demoDataRemovedMessage,
  dedupedMessage,
  failureMessage,
  generatedMessage,
  inventoryDeletedMessage,
  progressMessage,
  restoredMessage,
} from "@/features/settings/settingsMessages";

const INVENTORY = {
  inventoryItemsDeleted: 44,
  inventoryPricesDeleted: 68,
  inventoryColorsDeleted: 41,
  inventoryTxnsDeleted: 9,
};
const PEOPLE = { customersDeleted: 50, jobsDeleted: 100 };

describe("result messages", () => {
  it.each([
    [
      generatedMessage({ customersCreated: 50, jobsCreated: 100 }),
      "Created 50 customers and 100 jobs",
    ],
    [
      dedupedMessage({ groupsAffected: 3, duplicatesRemoved: 4 }),
      "Deduped customers: groups affected 3, duplicates removed 4",
    ],
    [cleanedMessage({ cleaned: 7, scanned: 50 }), "Cleaned obtained_date from 7 of 50 customers"],
    [customersAndJobsDeletedMessage(PEOPLE), "Deleted 50 customers and 100 jobs"],
    [inventoryDeletedMessage(INVENTORY), "Deleted 44 items, 68 prices, 41 colors, 9 transactions"],
    [
      allDeletedMessage({ ...PEOPLE, ...INVENTORY }),
      "Deleted 50 customers, 100 jobs, 44 items, 68 prices, 41 colors, 9 transactions",
    ],
  ])("result messages include %j", (said, message) => {
    expect(said).toBe(message);
  });

  it("result messages say one of anything in the singular, and any other number as the specification does", () => {
    const said = (count: number) => {
      const people = { customersDeleted: count, jobsDeleted: count };
      const stock = {
        inventoryItemsDeleted: count,
        inventoryPricesDeleted: count,
        inventoryColorsDeleted: count,
        inventoryTxnsDeleted: count,
      };
      return [
        generatedMessage({ customersCreated: count, jobsCreated: count }),
        demoDataRemovedMessage({ ...people, customersKept: count }),
        restoredMessage({ rowsRestored: count, changesUndone: 0 }),
        cleanedMessage({ cleaned: count, scanned: count }),
        allDeletedMessage({ ...people, ...stock }),
        customersAndJobsDeletedMessage(people),
        seededMessage({ items: count, prices: count, colors: count }),
        progressMessage("deleteAllData", { ...people, ...stock }),
        progressMessage("dedupe", {
          groupsAffected: count,
          duplicatesRemoved: count,
        }),
      ].join("; ");
    };
    fc.assert(
      fc.property(fc.nat({ max: 30 }), (count) => {
        const nouns = [...said(count).matchAll(/\b\d+ (?:demo )?([a-z]+)/g)].flatMap(
          ([, noun = ""]) => (["of", "with", "so"].includes(noun) ? [] : [noun]),
        );
        expect(nouns).not.toEqual([]);
        for (const noun of nouns) expect(noun.endsWith("s")).toBe(count !== 1);
      }),
    );
  });

  const fallback = "Failed to delete";
  const unexpected = { code: "UNEXPECTED", message: "Oops." } as const;

  it("result messages use a refusal's message", () => {
    const refusal = { code: "CONFLICT", message: "At work." } as const;
    expect(failureMessage(refusal, new Error("?"), fallback)).toBe("At work.");
  });

  // Spec 8.1
  it.each([
    [new Error("The disk is full."), "The disk is full."],
    [new ConvexError("No such office."), "No such office."],
    ["Out of memory", "Out of memory"],
    [
      new Error(
        "[CONVEX A(seed:deleteAllData)] [Request ID: 1a2b] Server Error\nUncaught TypeError: No space.\n    at handler (seed.ts:1)\n  Called by client",
      ),
      "No space.",
    ],
  ])("result messages use the thrown message of %s", (thrown, message) => {
    expect(failureMessage(unexpected, thrown, fallback)).toBe(message);
  });

  it.each([
    new Error(""),
    new Error("[CONVEX A(seed:deleteAllData)] [Request ID: 1a2b] Server Error\n  Called by client"),
    null,
    { reason: "?" },
  ])("result messages use the fallback for %s, which has no message", (thrown) => {
    expect(failureMessage(unexpected, thrown, fallback)).toBe(fallback);
  });
});

describe("progress messages", () => {
  it("progress messages list the counts so far", () => {
    expect(
      progressMessage("deleteCustomersAndJobs", {
        jobsDeleted: 1200,
        customersDeleted: 0,
      }),
    ).toBe("Deleting... 1200 jobs so far");
    expect(progressMessage("generate", {})).toBe("Generating...");
    expect(progressMessage("dedupe", { unknown: 4 })).toBe("Deduplicating customers...");
  });
});
