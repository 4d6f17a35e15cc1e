/** What `ctx.scheduler` asks for: in a mutation part of its transaction, in an action at once. */
import type { JSONValue } from "convex/values";
import { asText } from "../store/encodedValue";
import type { Transaction } from "../store/transaction";
import { type Call, outsideCalls } from "./call";
import { type AsyncSyscall, writableOf } from "./databaseSyscalls";
import { addressedPath } from "./functionSyscalls";

type Args = Record<string, JSONValue>;

export const schedulerSyscalls: Readonly<Record<string, AsyncSyscall>> = {
  "1.0/schedule": (call, args) =>
    JSON.stringify(schedule(call, writableOf(call), args)),
  "1.0/cancel_job": (call, args) => {
    call.runtime.tasks.cancel(writableOf(call), asText(args.id));
    return "null";
  },
  "1.0/actions/schedule": (call, args) =>
    atOnce(call, (transaction) => schedule(call, transaction, args)),
  "1.0/actions/cancel_job": (call, args) =>
    atOnce(call, (transaction) => {
      call.runtime.tasks.cancel(transaction, asText(args.id));
      return null;
    }),
};

function schedule(call: Call, transaction: Transaction, args: Args): string {
  return call.runtime.tasks.schedule(transaction, call.runtime.registry, {
    path: addressedPath(args),
    args: args.args ?? {},
    // The library counts in seconds here.
    scheduledTime: Number(args.ts) * 1000,
  });
}

async function atOnce(
  call: Call,
  run: (transaction: Transaction) => JSONValue,
): Promise<string> {
  const { committer } = call.runtime.database;
  const { value } = await outsideCalls(() => committer.submit({ run }));
  return JSON.stringify(value);
}
