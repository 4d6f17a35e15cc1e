import { describe, expect, it } from "vitest";
import {
  allDeletedMessage,
  cleanedMessage,
  customersAndJobsDeletedMessage,
  dedupedMessage,
  failureMessage,
  generatedMessage,
  inventoryDeletedMessage,
  progressMessage,
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
    [
      cleanedMessage({ cleaned: 7, scanned: 50 }),
      "Cleaned obtained_date from 7 of 50 customers",
    ],
    [
      customersAndJobsDeletedMessage(PEOPLE),
      "Deleted 50 customers and 100 jobs",
    ],
    [
      inventoryDeletedMessage(INVENTORY),
      "Deleted 44 items, 68 prices, 41 colors, 9 transactions",
    ],
    [
      allDeletedMessage({ ...PEOPLE, ...INVENTORY }),
      "Deleted 50 customers, 100 jobs, 44 items, 68 prices, 41 colors, 9 transactions",
    ],
  ])("include %j", (said, message) => {
    expect(said).toBe(message);
  });

  it("use the error's message, or the fallback", () => {
    const fallback = "Failed to delete";
    expect(
      failureMessage({ code: "CONFLICT", message: "At work." }, fallback),
    ).toBe("At work.");
    expect(
      failureMessage({ code: "UNEXPECTED", message: "Oops." }, fallback),
    ).toBe(fallback);
  });
});

describe("progress messages", () => {
  it("list the counts so far", () => {
    expect(
      progressMessage("deleteCustomersAndJobs", {
        jobsDeleted: 1200,
        customersDeleted: 0,
      }),
    ).toBe("Deleting... 1200 jobs so far");
    expect(progressMessage("generate", {})).toBe("Generating...");
    expect(progressMessage("dedupe", { unknown: 4 })).toBe(
      "Deduplicating customers...",
    );
  });
});
