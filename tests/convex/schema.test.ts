import { describe, expect, it } from "vitest";
import { api } from "@convex/_generated/api";
import schema from "@convex/schema";
import { OBTAINED_TYPES } from "@domain/customer/customers";
import { JOB_CATEGORIES, JOB_STATUSES } from "@domain/job/jobs";
import { aNewCustomer } from "../support/builders";
import { openForTwo } from "../support/convexHarness";

interface ExportedValidator {
  readonly type: string;
  readonly value?: unknown;
  readonly tableName?: string;
}

type ExportedFields = Record<
  string,
  { readonly fieldType: ExportedValidator; readonly optional: boolean }
>;

/** The format that `convex deploy` sends. */
interface ExportedSchema {
  readonly tables: readonly {
    readonly tableName: string;
    readonly documentType: ExportedValidator;
    readonly indexes: readonly { readonly fields: readonly string[] }[];
    readonly searchIndexes: readonly {
      readonly filterFields: readonly string[];
    }[];
  }[];
}

const exported = (schema as unknown as { export(): string }).export();
const { tables } = JSON.parse(exported) as ExportedSchema;

describe.each(tables)("the table $tableName", (table) => {
  // Spec 6.6
  it("begins every index with the workspace", () => {
    for (const { fields } of table.indexes) expect(fields[0]).toBe("workspaceId");
  });

  it("filters every search by the workspace", () => {
    for (const { filterFields } of table.searchIndexes)
      expect(filterFields).toContain("workspaceId");
  });
});

/** A validator in short form, such as "string[]", "number?" or "5 | 6". */
function describeType(validator: ExportedValidator): string {
  const { type, value, tableName } = validator;
  if (type === "array") return `${describeType(value as ExportedValidator)}[]`;
  if (type === "id") return `id of ${tableName}`;
  if (type === "literal") return String(value);
  if (type === "union") {
    return (value as ExportedValidator[]).map(describeType).join(" | ");
  }
  return type;
}

function fieldsOf(name: string): Record<string, string> {
  const table = tables.find(({ tableName }) => tableName === name);
  const fields = table?.documentType.value as ExportedFields;
  return Object.fromEntries(
    Object.entries(fields).map(([field, { fieldType, optional }]) => [
      field,
      describeType(fieldType) + (optional ? "?" : ""),
    ]),
  );
}

describe("the fields of the specification", () => {
  // Spec 3.1
  it("a job has the fields of the specification", () => {
    const photos = "id of _storage[]";
    expect(fieldsOf("jobs")).toMatchObject({
      job_customer_id: "string",
      job_address: "string",
      job_city: "string?",
      job_categories: `${JOB_CATEGORIES.join(" | ")}[]`,
      job_estimate_date: "number?",
      job_install_date: "number?",
      jobs_price: "number?",
      job_notes: "string?",
      job_customer_phone: "string?",
      job_photo_estimate: photos,
      job_photo_install: photos,
      job_drawings: photos,
    });
    expect(fieldsOf("jobs").job_status).toBe(JOB_STATUSES.join(" | "));
  });

  // Spec 3.2
  it("a customer has the fields of the specification", () => {
    expect(fieldsOf("customers")).toMatchObject({
      customer_id: "string",
      customer_name: "string",
      customer_phone: "string?",
      customer_email: "string?",
      customer_obtained_type: `${OBTAINED_TYPES.join(" | ")}?`,
      obtained_date: "string | number | null?",
    });
  });

  // Spec 3.7, 9.2
  it("an item and its prices have the fields of the specification", () => {
    expect(fieldsOf("inventoryItems")).toMatchObject({
      name: "string",
      sku: "string",
    });
    expect(fieldsOf("inventoryPrices")).toMatchObject({
      itemId: "id of inventoryItems",
      size: "5 | 6 | any",
      price: "number",
    });
  });

  // Spec 3.8
  it("a color and its stock have the fields of the specification", () => {
    expect(fieldsOf("inventoryColors")).toMatchObject({
      colorNumber: "string",
      colorName: "string",
      hexColor: "string",
    });
    expect(fieldsOf("inventoryColorStock").quantity).toBe("number");
  });

  // Spec 3.12
  it("a transaction has the fields of the specification, with the person and the quantities before and after", () => {
    expect(fieldsOf("inventoryTxns")).toMatchObject({
      type: "intake | adjustment",
      quantity: "number",
      before: "number",
      after: "number",
      by: "string",
    });
  });
});

it("finds tables with indexes, and none that costs search storage", () => {
  expect(tables.flatMap((table) => table.indexes)).not.toHaveLength(0);
  expect(tables.flatMap((table) => table.searchIndexes)).toEqual([]);
});

describe("old records", () => {
  // Spec 3.3
  it("an old record may still have the obsolete obtained_date, which is hidden from callers", async () => {
    const { anna } = openForTwo();
    const customer_id = await anna.mutation(api.customers.create, aNewCustomer());
    await anna.run(async (ctx) => {
      const row = await ctx.db.query("customers").first();
      if (row)
        await ctx.db.patch("customers", row._id, {
          obtained_date: "2019-05-01",
        });
    });
    const customer = await anna.query(api.customers.getByCustomerId, {
      customer_id,
    });
    expect(Object.keys(customer ?? {}).sort()).toEqual([
      "_creationTime",
      "_id",
      "customer_id",
      "customer_name",
    ]);
  });
});
