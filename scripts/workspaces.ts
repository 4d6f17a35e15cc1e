/**
 * Maps workspace ids between deployments, since the users and organizations of Clerk have other ids than local
 * accounts. A mapping is a JSON object from old ids to new ones.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { StartupError, type EncodedObject, openSqlite } from "embedded-convex";
import { isTrashKey, trashKeyOf, workspaceOfKey } from "../domain/history/trashKeys";
import { foundersIn } from "../server/accounts/team";
import { databaseIn } from "../server/backup/dataFolder";
import { ACCOUNTS, DATA } from "../server/backup/entryNames";
import { readData, type Selection } from "../server/transfer/exportData";

export type Mapping = ReadonlyMap<string, string>;

export interface Workspace {
  readonly id: string;
  readonly rows: number;
  /** The name and e-mail of its founder; null for a founder without an account here. */
  readonly founder: string | null;
}

/**
 * Every workspace that has rows or a founder.
 *
 * @throws StartupError if the folder has neither data nor accounts
 */
export async function workspacesIn(dataDir: string): Promise<Workspace[]> {
  if (!existsSync(join(dataDir, ACCOUNTS))) databaseIn(dataDir, DATA);
  const founders = foundersOf(dataDir);
  const rows = new Map([...founders.keys()].map((id) => [id, 0]));
  if (existsSync(join(dataDir, DATA))) {
    await readData(dataDir, (reader) => {
      for (const table of reader.tables()) {
        for (const document of reader.documents(table)) {
          const id = workspaceOfKey(keyOf(document));
          rows.set(id, (rows.get(id) ?? 0) + 1);
        }
      }
      return Promise.resolve();
    });
  }
  return [...rows].map(([id, count]) => ({
    id,
    rows: count,
    founder: founders.get(id) ?? null,
  }));
}

export function readMapping(path: string): Mapping {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, "utf8"));
  } catch (cause) {
    throw new StartupError(`${path} is not a readable JSON file.`, { cause });
  }
  const isMapping =
    typeof value === "object" &&
    value !== null &&
    Object.values(value).every((id) => typeof id === "string");
  if (!isMapping) {
    throw new StartupError(
      `${path} must be a JSON object from old workspace ids to new ones: {"old": "new"}.`,
    );
  }
  return new Map(Object.entries(value as Record<string, string>));
}

/** One sentence for each workspace without a target, unknown id and duplicate target. */
export function mappingErrors(mapping: Mapping, workspaces: readonly Workspace[]): string[] {
  const errors: string[] = [];
  const used = workspaces.filter(({ rows }) => rows > 0);
  for (const { id, rows, founder } of used) {
    if (mapping.get(id)) continue;
    const of = founder === null ? "" : ` of ${founder}`;
    errors.push(`The mapping has no new workspace for ${id}${of}, which has ${rows} rows.`);
  }
  for (const id of mapping.keys()) {
    if (used.some((workspace) => workspace.id === id)) continue;
    errors.push(`The mapping has ${id}, which has no rows here.`);
  }
  const targets = [...mapping.values()].filter((id) => id !== "");
  for (const id of new Set(targets)) {
    if (targets.filter((target) => target === id).length < 2) continue;
    errors.push(`The mapping maps more than one workspace to ${id}.`);
  }
  return errors;
}

/** Replaces the workspace id of each document, deleted ones included. @throws StartupError if the mapping lacks it. */
export function mapWorkspace(mapping: Mapping) {
  return (document: EncodedObject): EncodedObject => {
    const key = keyOf(document);
    const id = workspaceOfKey(key);
    const target = mapping.get(id);
    if (target === undefined || target === "") {
      throw new StartupError(`The mapping has no new workspace for ${id}. Nothing was written.`);
    }
    const workspaceId = isTrashKey(key) ? trashKeyOf(target) : target;
    return { ...document, workspaceId };
  };
}

/**
 * The documents of one workspace, deleted ones included, and its stored files: those that a document of it names in
 * `storageId`. With a mapping the workspace gets its new id.
 */
export function onlyWorkspace(id: string, mapping: Mapping | null): Required<Selection> {
  const change = mapping === null ? null : mapWorkspace(mapping);
  const storageIds = new Set<string>();
  return {
    change: (document) => {
      if (!isOfWorkspace(document, id)) return null;
      const { storageId } = document;
      if (typeof storageId === "string") storageIds.add(storageId);
      return change?.(document) ?? document;
    },
    hasFile: (storageId) => storageIds.has(storageId),
  };
}

/** Whether the document is the workspace's, deleted or not. */
export function isOfWorkspace(document: EncodedObject, id: string): boolean {
  return workspaceOfKey(keyOf(document)) === id;
}

/** What the arguments `--only` and `--mapping` select. */
export function selectionOf({
  only,
  mapping: file,
}: {
  readonly only: string | undefined;
  readonly mapping: string | undefined;
}): Selection {
  const mapping = file === undefined ? null : readMapping(file);
  if (only !== undefined) return onlyWorkspace(only, mapping);
  return mapping === null ? {} : { change: mapWorkspace(mapping) };
}

function keyOf(document: EncodedObject): string {
  const { workspaceId, _id } = document;
  if (typeof workspaceId === "string") return workspaceId;
  throw new StartupError(
    `The document ${JSON.stringify(_id)} has no workspace: this is no data of Downspout.`,
  );
}

function foundersOf(dataDir: string): Map<string, string> {
  const file = join(dataDir, ACCOUNTS);
  if (!existsSync(file)) return new Map();
  const accounts = openSqlite(file, { readonly: true });
  const people = foundersIn(accounts);
  accounts.close();
  return new Map(people.map(({ workspaceId, name, email }) => [workspaceId, `${name} <${email}>`]));
}
