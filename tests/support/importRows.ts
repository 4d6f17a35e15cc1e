import { likelyKind, suggestedTargets } from "@domain/imports/layouts";
import { normalizeTable, type ImportChoices, type ImportOutcome } from "@domain/imports/normalize";
import type { CustomerImportRow, JobImportRow } from "@domain/imports/rows";
import { tableOf, type ImportTable } from "@domain/imports/table";

// Rows of a file of another program, with defaults for every field that a test does not name.

export function aCustomerRow(overrides: Partial<CustomerImportRow>): CustomerImportRow {
  return {
    kind: "customers",
    line: 2,
    customer_name: "Ann Field",
    places: [],
    leftovers: [],
    ...overrides,
  };
}

export function aJobRow(overrides: Partial<JobImportRow>): JobImportRow {
  return {
    kind: "jobs",
    line: 2,
    customer: { customer_name: "Ann Field" },
    job_address: "1 Elm Street",
    job_status: "lead",
    job_categories: [],
    leftovers: [],
    ...overrides,
  };
}

/** What becomes of the records of a file if the person leaves every suggested answer, at noon on June 17, 2026. */
export function importRecords(
  records: readonly (readonly string[])[],
  change: Partial<ImportChoices> = {},
): ImportOutcome {
  const table = tableOf(records);
  if ("refusal" in table) throw new Error(table.refusal);
  return importTable(table, change);
}

export function importTable(
  table: ImportTable,
  change: Partial<ImportChoices> = {},
): ImportOutcome {
  const kind = change.kind ?? likelyKind(table.titles);
  return normalizeTable(table, {
    kind,
    targets: suggestedTargets(table, kind),
    dateOrder: null,
    times: {},
    statuses: {},
    arePaid: null,
    now: new Date(2026, 5, 17, 12).getTime(),
    ...change,
  });
}
