import type { Doc, TableNames } from "../../_generated/dataModel";
import { updateDerivedOfCustomer, updateDerivedOfDetails } from "../customers/derived";
import { updateDerivedOfFile } from "../files/thumbnails";
import { updateDerivedOfJob } from "../jobs/derived";
import { updateDerivedOfLine } from "../jobs/lineSums";
import type { Deriving, Written } from "../written";
import { rowOf, type Row } from "./rows";

/** Updates what follows from a row, in the transaction that writes the row. */
export async function updateDerived(
  deriving: Deriving,
  table: TableNames,
  written: Written<Row>,
): Promise<void> {
  if (table === "jobs") await updateDerivedOfJob(deriving, asDocs<"jobs">(written));
  if (table === "customers") await updateDerivedOfCustomer(deriving, asDocs<"customers">(written));
  if (table === "customerDetails")
    await updateDerivedOfDetails(deriving, asDocs<"customerDetails">(written));
  if (table === "jobLines") updateDerivedOfLine(deriving, asDocs<"jobLines">(written));
  if (table === "files") await updateDerivedOfFile(deriving, asDocs<"files">(written));
}

function asDocs<Table extends TableNames>({
  before,
  after,
  ...rest
}: Written<Row>): Written<Doc<Table>> {
  return {
    before: before === null ? null : rowOf<Table>(before),
    after: after === null ? null : rowOf<Table>(after),
    ...rest,
  };
}
