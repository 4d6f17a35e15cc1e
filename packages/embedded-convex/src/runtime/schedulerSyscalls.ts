/**
 * The syscalls behind `ctx.scheduler`. In a mutation they join its transaction; in an action they commit immediately.
 */
import type { JSONValue } from "convex/values";
import { asText } from "../store/encodedValue";
import type { Transaction } from "../store/transaction";
import type { Call } from "./call";
import { outsideCalls } from "./callContext";
import { type AsyncSyscall, writableOf } from "./databaseSyscalls";
import { addressedPath } from "./functionSyscalls";

type Args = Record<string, JSONValue>;

export const schedulerSyscalls: Readonly<Record<string, AsyncSyscall>> = {
  "1.0/schedule": (call, args) => JSON.stringify(schedule(call, writableOf(call), args)),
  "1.0/cancel_job": (call, args) => {
    call.runtime.scheduledFunctions.cancel(writableOf(call), asText(args.id));
    return "null";
  },
  "1.0/actions/schedule": (call, args) =>
    atOnce(call, (transaction) => schedule(call, transaction, args)),
  "1.0/actions/cancel_job": (call, args) =>
    atOnce(call, (transaction) => {
      call.runtime.scheduledFunctions.cancel(transaction, asText(args.id));
      return null;
    }),
};

function schedule(call: Call, transaction: Transaction, args: Args): string {
  return call.runtime.scheduledFunctions.schedule(transaction, call.runtime.registry, {
    path: addressedPath(args),
    args: args.args ?? {},
    // Convex passes seconds.
    scheduledTime: Number(args.ts) * 1000,
  });
}

async function atOnce(call: Call, run: (transaction: Transaction) => JSONValue): Promise<string> {
  const { committer } = call.runtime.database;
  const { value } = await outsideCalls(() => committer.submit({ run }));
  return JSON.stringify(value);
}
