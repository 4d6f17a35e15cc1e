/**
 * The syscalls behind `ctx.db`. Arguments come as the `convex` package serializes them; documents are returned as their
 * stored JSON, without parsing.
 */
import type { JSONValue } from "convex/values";
import type { TableInfo } from "../store/catalog";
import { decodeDocumentId } from "../store/documentId";
import { type EncodedObject, asText, isEncodedObject } from "../store/encodedValue";
import { DeveloperError, must } from "../store/errors";
import { pageInSteps, type Page } from "../store/page";
import { type SerializedQuery, QueryStream, compileQuery } from "../store/query";
import { PUBLIC_SYSTEM_TABLES } from "../store/schemaSpec";
import type { Transaction } from "../store/transaction";
import { type Call, checkRunning, pauseOf } from "./call";

type Args = Record<string, JSONValue>;

export type SyncSyscall = (call: Call, args: Args) => string;
export type AsyncSyscall = (call: Call, args: Args) => string | Promise<string>;

export const databaseSyscalls: Readonly<Record<string, SyncSyscall>> = {
  "1.0/queryStream": (call, args) => {
    const queryId = call.nextQueryId++;
    call.openQueries.set(queryId, {
      compiled: compile(call, args.query),
      stream: null,
    });
    return JSON.stringify({ queryId });
  },
  "1.0/queryCleanup": (call, args) => {
    call.openQueries.delete(Number(args.queryId));
    return "{}";
  },
  "1.0/db/normalizeId": (call, args) => {
    const id = asText(args.idString);
    const decoded = decodeDocumentId(id);
    const table = decoded && tableOf(call, decoded.tableNumber);
    return JSON.stringify({ id: table?.name === args.table ? id : null });
  },
};

export const asyncDatabaseSyscalls: Readonly<Record<string, AsyncSyscall>> = {
  "1.0/get": (call, args) => {
    const found = findDocument(call, args, "db.get");
    if (found === null) return "null";
    guardSystemTable(found.table.name, args.isSystem === true);
    return transactionOf(call).get(found.table, found.id) ?? "null";
  },
  "1.0/count": (call, args) => {
    const table = findTable(call, asText(args.table));
    return String(transactionOf(call).count(table));
  },
  "1.0/insert": (call, args) => {
    const transaction = writableOf(call);
    const name = asText(args.table);
    guardSystemTable(name, false);
    const value = documentArg(args.value, "db.insert");
    const table = call.runtime.database.store.catalog.ensure(name);
    return JSON.stringify({ _id: transaction.insert(table, value) });
  },
  "1.0/shallowMerge": (call, args) => {
    const { table, id } = writtenDocument(call, args, "db.patch");
    const value = documentArg(args.value, "db.patch");
    writableOf(call).patch(table, id, value);
    return "{}";
  },
  "1.0/replace": (call, args) => {
    const { table, id } = writtenDocument(call, args, "db.replace");
    const value = documentArg(args.value, "db.replace");
    writableOf(call).replace(table, id, value);
    return "{}";
  },
  "1.0/remove": (call, args) => {
    const { table, id } = writtenDocument(call, args, "db.delete");
    writableOf(call).remove(table, id);
    return "{}";
  },
  "1.0/queryStreamNext": (call, args) => {
    const queryId = Number(args.queryId);
    const open = call.openQueries.get(queryId);
    if (open === undefined) {
      throw new DeveloperError("QueryNotFound", "in-progress query not found");
    }
    open.stream ??= new QueryStream(transactionOf(call), open.compiled);
    const found = open.stream.next();
    if (found !== null) return `{"value":${found.json},"done":false}`;
    call.openQueries.delete(queryId);
    return '{"value":null,"done":true}';
  },
  "1.0/queryPage": (call, args) => {
    if (call.hasPage) {
      throw new DeveloperError(
        "MultiplePaginatedDatabaseQueries",
        "This query or mutation function ran multiple paginated queries. Convex only supports a single paginated query in each function.",
      );
    }
    call.hasPage = true;
    const query = compile(call, args.query);
    const reading = pageInSteps(transactionOf(call), query, {
      cursor: textOrNull(args.cursor),
      endCursor: textOrNull(args.endCursor) ?? call.endCursor,
      pageSize: Number(args.pageSize),
      maximumRowsRead: numberOrNull(args.maximumRowsRead),
      maximumBytesRead: numberOrNull(args.maximumBytesRead),
    });
    return finishPage(call, reading);
  },
};

async function finishPage(call: Call, reading: Generator<void, Page>): Promise<string> {
  let step = reading.next();
  while (step.done !== true) {
    // A mutation may not pause here: its other syscalls would write meanwhile.
    const isReadOnly = call.transaction?.reads !== null;
    const pause = isReadOnly ? pauseOf(call) : null;
    if (pause !== null) await pause;
    checkRunning(call);
    step = reading.next();
  }
  const { documents, ...rest } = step.value;
  call.pageEndCursor = rest.continueCursor;
  const start = JSON.stringify(rest).slice(0, -1);
  return `${start},"page":[${documents.join(",")}]}`;
}

export function transactionOf(call: Call): Transaction {
  if (call.transaction === null) {
    throw new DeveloperError(
      "NoDatabase",
      "The database can only be used in queries and mutations.",
    );
  }
  return call.transaction;
}

export function writableOf(call: Call): Transaction {
  if (call.kind === "query") {
    throw new DeveloperError("ReadOnly", "A query cannot write.");
  }
  return transactionOf(call);
}

function compile(call: Call, query: JSONValue | undefined) {
  return compileQuery(must(query, "a query") as unknown as SerializedQuery, (name) =>
    findTable(call, name),
  );
}

function findTable(call: Call, name: string): TableInfo {
  if (name.startsWith("_") && !PUBLIC_SYSTEM_TABLES.includes(name)) {
    throw new DeveloperError("TableNotFound", `Table ${name} not found.`);
  }
  return call.runtime.database.store.catalog.ensure(name);
}

/** Null for an unknown table number, and for a system table that functions may not read. */
function tableOf(call: Call, tableNumber: number): TableInfo | null {
  const { catalog } = call.runtime.database.store;
  const table = catalog.findByNumber(tableNumber);
  const isHidden = table?.name.startsWith("_") && !PUBLIC_SYSTEM_TABLES.includes(table.name);
  return isHidden ? null : table;
}

function findDocument(
  call: Call,
  args: Args,
  method: string,
): { table: TableInfo; id: string } | null {
  const id = asText(args.id);
  const decoded = decodeDocumentId(id);
  if (decoded === null) {
    throw invalidId(method, `Unable to decode ID: "${id}" is not a valid ID`);
  }
  const table = tableOf(call, decoded.tableNumber);
  if (typeof args.table === "string" && args.table !== table?.name) {
    throw invalidId(
      method,
      `expected ID in table '${args.table}' but got ID in table '${table?.name ?? "unknown"}'`,
    );
  }
  return table === null ? null : { table, id };
}

function writtenDocument(call: Call, args: Args, method: string) {
  const found = findDocument(call, args, method);
  if (found === null) {
    throw invalidId(method, `Table for ID "${asText(args.id)}" not found`);
  }
  guardSystemTable(found.table.name, false);
  return found;
}

function invalidId(method: string, problem: string): DeveloperError {
  return new DeveloperError(
    "InvalidArgument",
    `Invalid argument \`id\` for \`${method}\`: ${problem}`,
  );
}

function guardSystemTable(name: string, expected: boolean): void {
  if (name.startsWith("_") === expected) return;
  throw new DeveloperError(
    "SystemTableError",
    expected
      ? "User tables cannot be accessed with db.system."
      : "System tables can only be accessed with db.system.",
  );
}

function documentArg(value: JSONValue | undefined, method: string): EncodedObject {
  if (value !== undefined && isPlainObject(value)) return value;
  throw new DeveloperError(
    "InvalidArgument",
    `Invalid argument \`value\` for \`${method}\`: Value must be an Object`,
  );
}

/** Whether the value is an object. Encoded values, such as bytes, are JSON objects too, and are refused. */
function isPlainObject(value: JSONValue): value is EncodedObject {
  return value !== null && isEncodedObject(value);
}

function textOrNull(value: JSONValue | undefined): string | null {
  return typeof value === "string" ? value : null;
}

function numberOrNull(value: JSONValue | undefined): number | null {
  return typeof value === "number" ? value : null;
}
