import { useConvex, type ConvexReactClient } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useEffect, useState } from "react";
import { api } from "@convex/_generated/api";
import type { RowFault } from "@domain/imports/rows";
import { reportFault } from "@/lib/appErrors";
import { FaultList } from "./FaultList";

type Staged = NonNullable<FunctionReturnType<typeof api.imports.staged>>;

interface ImportFaultsProps {
  readonly staged: Staged;
  /** Those that the page has found. */
  readonly faults: readonly RowFault[];
}

const PAGE_SIZE = 200;

/** The rows that cannot be imported, as the page and the server have found them. */
export function ImportFaults({ staged, faults }: ImportFaultsProps) {
  const convex = useConvex();
  const [found, setFound] = useState<readonly RowFault[]>([]);
  const { _id: importId } = staged;
  const isAny = (staged.found["faulty"] ?? 0) > 0;
  useEffect(() => {
    if (!isAny) return undefined;
    let isCurrent = true;
    readFaults(convex, importId).then((read) => {
      if (isCurrent) setFound(read);
    }, reportFault);
    return () => {
      isCurrent = false;
    };
  }, [convex, importId, isAny]);
  const all = [...faults, ...found].sort((a, b) => a.line - b.line);
  if (all.length === 0) return null;
  return (
    <section aria-labelledby="import-faults">
      <h2 id="import-faults" className="mb-2 text-sm font-semibold">
        Rows that cannot be imported
      </h2>
      <FaultList fileName={staged.fileName} faults={all} />
    </section>
  );
}

/** The faulty rows that the server has found, page by page. */
async function readFaults(
  convex: ConvexReactClient,
  importId: Staged["_id"],
): Promise<RowFault[]> {
  const faults: RowFault[] = [];
  let cursor: string | null = null;
  let isDone = false;
  while (!isDone) {
    const page: FunctionReturnType<typeof api.imports.findings> =
      await convex.query(api.imports.findings, {
        importId,
        isFault: true,
        paginationOpts: { cursor, numItems: PAGE_SIZE },
      });
    for (const { line, sentence = "" } of page.page)
      faults.push({ line, sentence });
    cursor = page.continueCursor;
    isDone = page.isDone;
  }
  return faults;
}
