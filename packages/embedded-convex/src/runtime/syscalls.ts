/** Dispatches syscalls: a table of operations by the names that the `convex` package uses. */
import type { JSONValue } from "convex/values";
import { LONG_BYTES } from "../eventLoop";
import { type Call, checkRunning, pauseOf } from "./call";
import {
  type AsyncSyscall,
  type SyncSyscall,
  asyncDatabaseSyscalls,
  databaseSyscalls,
} from "./databaseSyscalls";
import {
  asyncFunctionSyscalls,
  functionSyscalls,
  unknownOperation,
} from "./functionSyscalls";
import { schedulerSyscalls } from "./schedulerSyscalls";
import { fileSyscalls, storageSyscalls } from "./storageSyscalls";

const SYNC: ReadonlyMap<string, SyncSyscall> = new Map(
  Object.entries({ ...databaseSyscalls, ...functionSyscalls }),
);

const ASYNC: ReadonlyMap<string, AsyncSyscall> = new Map(
  Object.entries({
    ...asyncDatabaseSyscalls,
    ...asyncFunctionSyscalls,
    ...schedulerSyscalls,
    ...storageSyscalls,
  }),
);

type Args = Record<string, JSONValue>;

export function syscall(call: Call, op: string, text: string): string {
  const run = SYNC.get(op);
  if (run === undefined) throw unknownOperation(op);
  checkRunning(call);
  return run(call, JSON.parse(text) as Args);
}

export async function asyncSyscall(
  call: Call,
  op: string,
  text: string,
): Promise<string> {
  call.pendingSyscalls += 1;
  try {
    const run = ASYNC.get(op);
    if (run === undefined) throw unknownOperation(op);
    // A nested function uses the transaction exclusively: its caller's other syscalls wait.
    while (call.nested !== null) await call.nested;
    checkRunning(call);
    const pause = pauseOf(call);
    if (pause !== null) {
      await pause;
      checkRunning(call);
    }
    const args = JSON.parse(text) as Args;
    const result = run(call, args);
    if (op === "1.0/runUdf") return await exclusively(call, result);
    // Most are not promises: a query makes one syscall for each document.
    const answer = typeof result === "string" ? result : await result;
    // A page of documents takes long to read, and again to be parsed by the function.
    if (answer.length > LONG_BYTES) await pauseOf(call);
    return answer;
  } finally {
    call.pendingSyscalls -= 1;
    if (call.pendingSyscalls === 0) call.onIdle?.();
  }
}

async function exclusively(
  call: Call,
  result: string | Promise<string>,
): Promise<string> {
  const nested = Promise.resolve(result);
  call.nested = nested.catch(() => null);
  try {
    return await nested;
  } finally {
    call.nested = null;
  }
}

export function jsSyscall(
  call: Call,
  op: string,
  args: Record<string, unknown>,
): unknown {
  const run = fileSyscalls.get(op);
  if (run === undefined) throw unknownOperation(op);
  checkRunning(call);
  return run(call, args);
}
