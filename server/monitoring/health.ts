/**
 * GET /api/health: is the server well, and how does it stand?
 *
 *   200 {status: "ok", ...}             it serves
 *   503 {status: "unwell", message}     it is stopping, its database cannot be written, or its disk is as good as full
 *
 * Whoever reaches the server may ask whether it is well: a monitor has no account. The rest is for this machine alone:
 *
 *   version          that of package.json
 *   uptimeSeconds
 *   connections      clients that are connected now
 *   queryRuns        how often watched queries were run since the start
 *   diskFreeBytes    where the data folder is
 *   databaseBytes    of data.db and what was written to it last (data.db-wal)
 *   lastBackupAt     ISO 8601 in UTC, or null
 *
 * None of it is of a workspace. But a version tells which faults to try, and sizes and counts tell how a business is doing; who
 * looks after the server sits before it, or is signed in to it.
 */
import { statfsSync, statSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import {
  type BackendStats,
  errorText,
  type Handler,
  type Log,
  pathOf,
  sendJson,
} from "embedded-convex";
import { isLoopback } from "../http/clientAddress";
import { productVersion } from "../productVersion";

export interface HealthOptions {
  readonly dataDir: string;
  readonly log: Log;
  readonly isClosing: () => boolean;
  /** Throws where the database cannot be written. */
  readonly checkDatabase: () => void;
  readonly stats: () => BackendStats;
  /** Milliseconds since the epoch; null if there was none. */
  readonly lastBackupAt: () => number | null;
  /** Of the disk that the folder is on. */
  readonly freeBytes?: (folder: string) => number;
  readonly now?: () => number;
}

/**
 * A small write may still find room where a photo does not, and where the next large change fails: so a disk is called full
 * before it is, while there is room to put it right.
 */
const LEAST_FREE_BYTES = 64e6;

/** The check writes, so that nobody can have it done more often than this. */
const CHECKED_FOR_MS = 5_000;

interface Finding {
  /** Null where all is well. */
  readonly message: string | null;
  readonly error?: string;
  readonly freeBytes: number | null;
}

export function healthHandler(options: HealthOptions): Handler {
  const version = productVersion();
  const look = examination(options);
  return (req, res) => {
    if (pathOf(req) !== "/api/health") return Promise.resolve(false);
    const { message: trouble, freeBytes } = look();
    const message = options.isClosing() ? "The server is stopping." : trouble;
    const verdict =
      message === null ? { status: "ok" } : { status: "unwell", message };
    const details = isFromThisMachine(req)
      ? { version, diskFreeBytes: freeBytes, ...standing(options) }
      : {};
    sendJson(res, message === null ? 200 : 503, { ...verdict, ...details });
    return Promise.resolve(true);
  };
}

/** Says in the log when the server falls ill and when it is well again, once each, however often it is asked. */
function examination(options: HealthOptions): () => Finding {
  const { log, now = Date.now } = options;
  let checkedAt = -Infinity;
  let found: Finding = { message: null, freeBytes: null };
  return () => {
    if (Math.abs(now() - checkedAt) < CHECKED_FOR_MS) return found;
    checkedAt = now();
    const before = found;
    found = examine(options);
    const { message, error } = found;
    if (message !== null && before.message === null) {
      log.error("the server is unwell", { message, error });
    } else if (message === null && before.message !== null) {
      log.warn("the server is well again");
    }
    return found;
  };
}

function examine(options: HealthOptions): Finding {
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
    free < LEAST_FREE_BYTES
      ? `The disk is as good as full (${Math.floor(free / 1e6)} MB are free).`
      : null;
  return { message, freeBytes: free };
}

function freeBytesOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

function reasonOf(error: unknown): string {
  const { code } = error as { code?: unknown };
  return typeof code === "string" ? code : "no reason is known";
}

function standing(options: HealthOptions) {
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

/** A proxy on this machine speaks for others: what it passes on is not from here. */
function isFromThisMachine(req: IncomingMessage): boolean {
  return (
    isLoopback(req.socket.remoteAddress ?? "") &&
    LOCAL_NAME.test(req.headers.host ?? "") &&
    FORWARDED.every((name) => req.headers[name] === undefined)
  );
}
