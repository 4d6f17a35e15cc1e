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
import { asyncFunctionSyscalls, functionSyscalls, unknownOperation } from "./functionSyscalls";
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

/** Most syscalls return at once, without a promise: a query makes one for each document. */
export function asyncSyscall(call: Call, op: string, text: string): string | Promise<string> {
  const run = ASYNC.get(op);
  if (run === undefined) throw unknownOperation(op);
  checkRunning(call);
  const start = () => run(call, JSON.parse(text) as Args);
  if (call.nested !== null || pauseOf(call) !== null)
    return whilePending(call, () => inTurn(call, op, start));
  const result = start();
  if (typeof result === "string" && result.length <= LONG_BYTES) return result;
  return whilePending(call, () => answerOf(call, op, result));
}

async function whilePending(call: Call, answer: () => Promise<string>): Promise<string> {
  call.pendingSyscalls += 1;
  try {
    return await answer();
  } finally {
    call.pendingSyscalls -= 1;
    if (call.pendingSyscalls === 0) call.onIdle?.();
  }
}

/** Starts the syscall when it is the call's turn and no nested function, which uses the transaction alone, runs. */
async function inTurn(
  call: Call,
  op: string,
  start: () => string | Promise<string>,
): Promise<string> {
  // Waits for one turn only: a call that waited again after its turn came might never continue.
  let hadTurn = false;
  while (call.nested !== null || !hadTurn)
    if (call.nested !== null) await call.nested;
    else {
      hadTurn = true;
      await pauseOf(call);
    }
  checkRunning(call);
  return await answerOf(call, op, start());
}

async function answerOf(call: Call, op: string, result: string | Promise<string>): Promise<string> {
  if (op === "1.0/runUdf") return await exclusively(call, result);
  const answer = await result;
  // A page of documents takes long to read, and again to be parsed by the function.
  if (answer.length > LONG_BYTES) await pauseOf(call);
  return answer;
}

async function exclusively(call: Call, result: string | Promise<string>): Promise<string> {
  const nested = Promise.resolve(result);
  call.nested = nested.catch(() => null);
  try {
    return await nested;
  } finally {
    call.nested = null;
  }
}

export function jsSyscall(call: Call, op: string, args: Record<string, unknown>): unknown {
  const run = fileSyscalls.get(op);
  if (run === undefined) throw unknownOperation(op);
  checkRunning(call);
  return run(call, args);
}
