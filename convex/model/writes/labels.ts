import type { TableNames } from "../../_generated/dataModel";

/** The fields that name a row to a person, such as "Ann Field, 12 Elm Street". */
const LABEL_FIELDS: Readonly<Partial<Record<TableNames, readonly string[]>>> = {
  jobs: ["customer_name", "job_address"],
  customers: ["customer_name"],
  inventoryItems: ["name"],
  inventoryPrices: ["size"],
  inventoryColors: ["colorNumber", "colorName"],
  inventoryReorderLevels: ["colorNumber", "category", "size"],
  messageTemplates: ["message_company"],
  officeSettings: ["company_name"],
  inventoryColorStock: ["category", "colorNumber"],
  inventoryItemStock: ["category", "colorNumber", "size"],
  inventoryTxns: ["itemName", "colorNumber"],
  files: ["name"],
  jobLines: ["name"],
};

export function labelOf(table: TableNames, row: Readonly<Record<string, unknown>>): string {
  return (LABEL_FIELDS[table] ?? [])
    .map((field) => row[field])
    .filter((value) => typeof value === "string" && value !== "")
    .join(", ");
}
