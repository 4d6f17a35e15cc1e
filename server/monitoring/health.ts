/**
 * `GET /api/health`:
 *
 *   200 {status: "ok", ...}             the server works
 *   503 {status: "unwell", message}     it is stopping, its database is not writable, or its disk is almost full
 *
 * The status is public, since monitors have no account. Details go to this machine only, since a version reveals known
 * vulnerabilities, and sizes and counts reveal how a business is doing:
 *
 *   version          from package.json
 *   uptimeSeconds
 *   connections      connected clients
 *   queryRuns        runs of subscribed queries since the start
 *   diskFreeBytes    on the disk of the data folder
 *   databaseBytes    data.db and data.db-wal
 *   lastBackupAt     ISO 8601 in UTC, or null
 */
import { statSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import {
  type BackendStats,
  errorText,
  type Log,
  pathOf,
  type Route,
  sendJson,
} from "embedded-convex";
import { freeBytesOf } from "../backup/freeSpace";
import { isLoopback } from "../http/clientAddress";
import { productVersion } from "../program";

export interface HealthOptions {
  readonly dataDir: string;
  readonly log: Log;
  readonly isClosing: () => boolean;
  /** Throws if the database is not writable. */
  readonly checkDatabase: () => void;
  readonly stats: () => BackendStats;
  /** Milliseconds since the epoch; null if there is none. */
  readonly lastBackupAt: () => number | null;
  /** Free bytes on the disk of the folder. */
  readonly freeBytes?: (folder: string) => number;
  readonly now?: () => number;
}

/** The disk is reported as full early: a small test write may succeed where an upload fails. */
const MIN_FREE_BYTES = 64e6;

/** The check writes to the database, and anyone can request it, so its result is cached. */
const CACHE_MS = 5_000;

interface CheckResult {
  /** Null if healthy. */
  readonly message: string | null;
  readonly error?: string;
  readonly freeBytes: number | null;
}

const PATH = "/api/health";

export function healthRoute(options: HealthOptions): Route {
  return {
    name: PATH,
    matches: (req) => pathOf(req) === PATH,
    handler: healthHandler(options),
    logsOwnFailures: true,
  };
}

function healthHandler(options: HealthOptions): Route["handler"] {
  const version = productVersion();
  const check = cachedCheck(options);
  return (req, res) => {
    const { message: problem, freeBytes } = check();
    const message = options.isClosing() ? "The server is stopping." : problem;
    const status = message === null ? { status: "ok" } : { status: "unwell", message };
    const details = isFromThisMachine(req)
      ? { version, diskFreeBytes: freeBytes, ...serverDetails(options) }
      : {};
    sendJson(res, message === null ? 200 : 503, { ...status, ...details });
    return Promise.resolve(true);
  };
}

/** Logs only changes of the status. */
function cachedCheck(options: HealthOptions): () => CheckResult {
  const { log, now = Date.now } = options;
  let checkedAt = -Infinity;
  let result: CheckResult = { message: null, freeBytes: null };
  return () => {
    if (Math.abs(now() - checkedAt) < CACHE_MS) return result;
    checkedAt = now();
    const before = result;
    result = runCheck(options);
    const { message, error } = result;
    if (message !== null && before.message === null) {
      log.error("health check failed", { message, error });
    } else if (message === null && before.message !== null) {
      log.warn("health check recovered");
    }
    return result;
  };
}

function runCheck(options: HealthOptions): CheckResult {
  const { dataDir, checkDatabase, freeBytes = freeBytesOf } = options;
  let free: number | null = null;
  try {
    free = freeBytes(dataDir);
    checkDatabase();
  } catch (error) {
    const what = free === null ? "data folder" : "database";
    const message = `The ${what} cannot be used (${reasonOf(error)}).`;
    return { message, error: errorText(error), freeBytes: free };
  }
  const message =
    free < MIN_FREE_BYTES ? `The disk is almost full (${Math.floor(free / 1e6)} MB free).` : null;
  return { message, freeBytes: free };
}

function reasonOf(error: unknown): string {
  const { code } = error as { code?: unknown };
  return typeof code === "string" ? code : "unknown error";
}

function serverDetails(options: HealthOptions) {
  const { dataDir } = options;
  const backupAt = options.lastBackupAt();
  const sizeOf = (name: string) =>
    statSync(join(dataDir, name), { throwIfNoEntry: false })?.size ?? 0;
  return {
    uptimeSeconds: Math.floor(process.uptime()),
    ...options.stats(),
    databaseBytes: sizeOf("data.db") + sizeOf("data.db-wal"),
    lastBackupAt: backupAt === null ? null : new Date(backupAt).toISOString(),
  };
}

const LOCAL_NAME = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i;

const FORWARDED = ["forwarded", "via", "x-forwarded-for", "x-real-ip"];

/** A request from a proxy on this machine is remote, since the proxy forwards for others. */
function isFromThisMachine(req: IncomingMessage): boolean {
  return (
    isLoopback(req.socket.remoteAddress ?? "") &&
    LOCAL_NAME.test(req.headers.host ?? "") &&
    FORWARDED.every((name) => req.headers[name] === undefined)
  );
}
