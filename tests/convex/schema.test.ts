import { describe, expect, it } from "vitest";
import { api } from "@convex/_generated/api";
import schema from "@convex/schema";
import { aNewCustomer } from "../support/builders";
import { openForTwo } from "../support/convexHarness";

/** As `convex deploy` sends it. */
interface ExportedSchema {
  readonly tables: readonly {
    readonly tableName: string;
    readonly indexes: readonly { readonly fields: readonly string[] }[];
    readonly searchIndexes: readonly {
      readonly filterFields: readonly string[];
    }[];
  }[];
}

const exported = (schema as unknown as { export(): string }).export();
const { tables } = JSON.parse(exported) as ExportedSchema;

describe.each(tables)("the table $tableName", (table) => {
  it("begins every index with the workspace", () => {
    for (const { fields } of table.indexes)
      expect(fields[0]).toBe("workspaceId");
  });

  it("filters every search by the workspace", () => {
    for (const { filterFields } of table.searchIndexes)
      expect(filterFields).toContain("workspaceId");
  });
});

it("has tables with indexes at all", () => {
  expect(tables.flatMap((table) => table.indexes)).not.toHaveLength(0);
  expect(tables.flatMap((table) => table.searchIndexes)).toHaveLength(2);
});

describe("an old record", () => {
  it("may still hold the obsolete obtained_date, which no caller sees", async () => {
    const { anna } = openForTwo();
    const customer_id = await anna.mutation(
      api.customers.create,
      aNewCustomer(),
    );
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
