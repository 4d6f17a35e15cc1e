/**
 * What a program and data must agree on: the formats of the two databases, the schema, and the version of derived rows.
 * A program with other versions updates the data when it opens them. Formats and the derived version grow. Schemas have
 * no order: the version of the program that wrote the data tells which of two is newer.
 */
import { join } from "node:path";
import {
  DATABASE_FORMAT,
  type ModuleMap,
  readFormat,
  readStoredSchema,
  schemaFingerprint,
  schemaOf,
  type TableSpec,
} from "embedded-convex";
import { productVersion } from "../program";
import { ACCOUNTS, ACCOUNTS_FORMAT, DATA } from "./entryNames";

export interface DataVersions {
  /** 0 without a database. */
  readonly databaseFormat: number;
  readonly accountsFormat: number;
  /** A fingerprint; undefined if it is unknown: backups of earlier versions lack it. */
  readonly schema?: string | undefined;
  readonly derivedVersion?: number | undefined;
}

export interface ProgramVersions extends DataVersions {
  readonly tables?: readonly TableSpec[] | undefined;
}

/** The versions of a command that opens the databases without the functions of `convex/`. */
export const FORMATS: ProgramVersions = {
  databaseFormat: DATABASE_FORMAT,
  accountsFormat: ACCOUNTS_FORMAT,
};

export function versionsOfProgram(modules: ModuleMap): ProgramVersions {
  const tables = schemaOf(modules);
  const derived = modules.rebuild?.DERIVED_VERSION;
  return {
    ...FORMATS,
    tables,
    schema: schemaFingerprint(tables),
    derivedVersion: typeof derived === "number" ? derived : undefined,
  };
}

/** The markers of derived rows, one for each workspace (convex/model/derivedVersion.ts). */
const MARKERS = "derivedVersions";

/** The versions of a data folder or of a copy of one. */
export function readDataVersions(folder: string): DataVersions {
  const file = join(folder, DATA);
  const formats = {
    databaseFormat: readFormat(file),
    accountsFormat: readFormat(join(folder, ACCOUNTS)),
  };
  const { databaseFormat } = formats;
  // A newer format may have other tables.
  if (databaseFormat === 0 || databaseFormat > DATABASE_FORMAT) return formats;
  const { fingerprint, documents } = readStoredSchema(file, MARKERS);
  const derived = documents.map(({ version, requested = version }) => Number(requested));
  return {
    ...formats,
    schema: fingerprint ?? undefined,
    derivedVersion: derived.length > 0 ? Math.max(...derived) : undefined,
  };
}

/** The last version whose data no later one reads. */
export const UNREAD_VERSION = "0.1.0";

/** The search of UNREAD_VERSION. A later version that updated such data has removed all rows of this table. */
const UNREAD_TABLE = "jobSearch";

/** Whether a data folder has rows that only UNREAD_VERSION reads. */
export function hasUnreadRows(folder: string): boolean {
  const file = join(folder, DATA);
  if (readFormat(file) === 0) return false;
  return readStoredSchema(file, UNREAD_TABLE).documents.length > 0;
}

/** Whether the program will write the data in other versions. */
export function needsUpdate(data: DataVersions, program: DataVersions): boolean {
  // Without data there is nothing to go back to.
  if (data.databaseFormat === 0) return false;
  return (
    data.databaseFormat !== program.databaseFormat ||
    (data.accountsFormat !== 0 && data.accountsFormat !== program.accountsFormat) ||
    differ(data.schema, program.schema) ||
    differ(data.derivedVersion, program.derivedVersion)
  );
}

/** Whether the data of a backup are the program's own, or those of an earlier or later program. */
export type Age = "own" | "earlier" | "later" | "unknown";

export function ageOf(
  backup: DataVersions & { readonly appVersion: string },
  program: DataVersions,
): Age {
  const { databaseFormat, accountsFormat, derivedVersion = 0 } = backup;
  if (
    databaseFormat > program.databaseFormat ||
    accountsFormat > program.accountsFormat ||
    derivedVersion > (program.derivedVersion ?? Infinity)
  )
    return "later";
  if (backup.schema !== undefined && backup.schema === program.schema) return "own";
  const order = compareVersions(backup.appVersion, productVersion());
  if (order !== 0) return order < 0 ? "earlier" : "later";
  return differ(backup.schema, program.schema) ? "unknown" : "own";
}

function differ<T>(a: T | undefined, b: T | undefined): boolean {
  return a !== undefined && b !== undefined && a !== b;
}

/** Negative if `a` is earlier. The same numbers with another suffix are of a later program. */
function compareVersions(a: string, b: string): number {
  if (a === b) return 0;
  const [left, right] = [a, b].map((text) =>
    text.split(/[.+-]/, 3).map((part) => Number.parseInt(part, 10) || 0),
  ) as [number[], number[]];
  const at = left.findIndex((number, i) => number !== right[i]);
  return at === -1 ? 1 : (left[at] ?? 0) - (right[at] ?? 0);
}
