import type { QueryCtx } from "../../_generated/server";
import type { RecordedTable } from "../../../domain/history/history";
import { getColor } from "../inventory/colors";
import { rowOf, type Row } from "../writes/rows";

/**
 * The row whose history includes `row`: the item for a price, the color for a reorder level, the job for a line, and
 * the customer for imported details.
 */
export async function subjectOfRow(ctx: QueryCtx, table: RecordedTable, row: Row): Promise<string> {
  switch (table) {
    case "jobLines":
      return rowOf<"jobLines">(row).jobId;
    case "customerDetails":
      return rowOf<"customerDetails">(row).customerId;
    case "inventoryPrices":
      return rowOf<"inventoryPrices">(row).itemId;
    case "inventoryReorderLevels": {
      const { workspaceId, colorNumber } = rowOf<"inventoryReorderLevels">(row);
      const color = await getColor(ctx, workspaceId, colorNumber);
      return color?._id ?? row._id;
    }
    default:
      return row._id;
  }
}
