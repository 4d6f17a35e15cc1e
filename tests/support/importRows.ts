import type {
  CustomerImportRow,
  JobImportRow,
  StockImportRow,
} from "@domain/imports/rows";

// Rows of a file of another program, with defaults for every field that a test does not name.

export function aCustomerRow(
  overrides: Partial<CustomerImportRow>,
): CustomerImportRow {
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

export function aStockRow(overrides: Partial<StockImportRow>): StockImportRow {
  return {
    kind: "stock",
    line: 2,
    category: "gutter",
    colorNumber: "180",
    quantity: 12,
    leftovers: [],
    ...overrides,
  };
}
