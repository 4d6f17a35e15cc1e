import { useConvex } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useEffect, useEffectEvent, useState } from "react";
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
  const read = useEffectEvent(async () => {
    if ((staged.found["faulty"] ?? 0) === 0) return;
    let cursor: string | null = null;
    let isDone = false;
    while (!isDone) {
      const page: FunctionReturnType<typeof api.imports.findings> =
        await convex.query(api.imports.findings, {
          importId,
          isFault: true,
          paginationOpts: { cursor, numItems: PAGE_SIZE },
        });
      setFound((known) => [
        ...known,
        ...page.page.map(({ line, sentence = "" }) => ({ line, sentence })),
      ]);
      cursor = page.continueCursor;
      isDone = page.isDone;
    }
  });
  useEffect(() => {
    setFound([]);
    read().catch(reportFault);
  }, [importId]);
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
