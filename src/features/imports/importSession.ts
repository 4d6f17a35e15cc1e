/** The code of the worker: keeps the table of a file, and makes rows of it after each change by the person. */
import type { ColumnTarget } from "@domain/imports/fields";
import { holdsDates, likelyKind, suggestedTargets } from "@domain/imports/layouts";
import { normalizeTable, type ImportChoices, type ImportOutcome } from "@domain/imports/normalize";
import type { ImportKind } from "@domain/imports/rows";
import { firstCells, type FileRefusal, type ImportTable } from "@domain/imports/table";
import { readFile } from "./readFile";

export interface FileColumn {
  readonly title: string;
  /** The first cells that are not empty. */
  readonly samples: readonly string[];
  readonly hasDates: boolean;
}

/** The facts of a read file that the page shows. */
export interface FileSummary {
  readonly columns: readonly FileColumn[];
  /** Includes the rows that cannot be imported. */
  readonly rowCount: number;
  readonly kind: ImportKind;
  readonly targets: Readonly<Record<ImportKind, readonly ColumnTarget[]>>;
}

export interface ImportSession {
  read: (file: Blob) => Promise<FileSummary | FileRefusal>;
  apply: (choices: ImportChoices) => Promise<ImportOutcome>;
  close: () => void;
}

const SAMPLES = 3;
const MAX_SAMPLE = 80;

export class TableSession {
  #table: ImportTable = { titles: [], rows: [], faults: [] };

  read(bytes: Uint8Array): FileSummary | FileRefusal {
    const table = readFile(bytes);
    if ("refusal" in table) return table;
    this.#table = table;
    return {
      kind: likelyKind(table.titles),
      rowCount: table.rows.length + table.faults.length,
      columns: table.titles.map((title, at) => ({
        title,
        samples: firstCells(table, at, SAMPLES).map((cell) => cell.slice(0, MAX_SAMPLE)),
        hasDates: holdsDates(table, at),
      })),
      targets: {
        customers: suggestedTargets(table, "customers"),
        jobs: suggestedTargets(table, "jobs"),
      },
    };
  }

  apply(choices: ImportChoices): ImportOutcome {
    return normalizeTable(this.#table, choices);
  }
}
