/** The syscalls for nested queries and mutations, calls from actions, the caller's identity, metrics and metadata. */
import type { JSONValue } from "convex/values";
import { encodeInt64 } from "../store/encodedValue";
import { DeveloperError } from "../store/errors";
import { type AsyncSyscall, type SyncSyscall, transactionOf } from "./databaseSyscalls";
import { type Call, type Result, newCall } from "./call";
import { forCallingFunction } from "./failures";
import { findAny, invoke } from "./invoke";
import { canonicalPath } from "./registry";

type Args = Record<string, JSONValue>;

const HANDLE = "function://;";

export const functionSyscalls: Readonly<Record<string, SyncSyscall>> = {
  "1.0/getSnapshotTs": (call) => JSON.stringify(encodeInt64(transactionOf(call).snapshotTs)),
};

export const asyncFunctionSyscalls: Readonly<Record<string, AsyncSyscall>> = {
  "1.0/runUdf": async (call, args) => (await runNested(call, args)).text,
  "1.0/actions/query": (call, args) => fromAction(call, args, "query"),
  "1.0/actions/mutation": (call, args) => fromAction(call, args, "mutation"),
  "1.0/actions/action": (call, args) => fromAction(call, args, "action"),
  "1.0/createFunctionHandle": (_call, args) => JSON.stringify(`${HANDLE}${addressedPath(args)}`),
  "1.0/getUserIdentity": (call) => JSON.stringify(call.caller.identity),
  "1.0/getTransactionMetrics": (call) => {
    if (call.transaction === null) throw unknownOperation("getTransactionMetrics");
    const files = { used: 0, remaining: 0 };
    return JSON.stringify({
      ...call.transaction.meter.report(),
      filesWritten: files,
      fileWriteBytes: files,
      filesRead: files,
      fileReadBytes: files,
    });
  },
  "1.0/getFunctionMetadata": (call) => JSON.stringify({ name: call.udfPath, componentPath: "" }),
  "1.0/getDeploymentMetadata": () =>
    JSON.stringify({ name: "embedded", region: null, class: "s16" }),
  "1.0/getRequestMetadata": (call) => {
    if (call.kind === "query") throw unknownOperation("getRequestMetadata");
    return JSON.stringify({
      ip: call.caller.ip ?? null,
      userAgent: call.caller.userAgent ?? null,
      requestId: call.correlationId,
      scheduledFunctionId: call.scheduledFunctionId,
      authToken: call.caller.authToken ?? null,
    });
  },
  "1.0/actions/vectorSearch": () => {
    throw new DeveloperError(
      "VectorSearchUnsupported",
      "Vector search is not supported by this server.",
    );
  },
};

export function unknownOperation(name: string): DeveloperError {
  return new DeveloperError("UnknownAsyncOperation", `Unknown async operation ${name}`);
}

/** The path of the function that a syscall addresses, by name or by function handle. */
export function addressedPath(args: Args): string {
  if (typeof args.functionHandle === "string") {
    return canonicalPath(args.functionHandle.slice(HANDLE.length));
  }
  if (typeof args.name === "string") return canonicalPath(args.name);
  throw new DeveloperError("InvalidResource", "Components are not supported by this server.");
}

/** Runs in the calling function's transaction. A nested mutation that fails is rolled back alone. */
async function runNested(call: Call, args: Args): Promise<Result> {
  const isSnapshot = args.udfType === "snapshotQuery";
  const kind = args.udfType === "mutation" ? "mutation" : "query";
  if (kind === "mutation" && call.kind !== "mutation") {
    throw new DeveloperError(
      "InvalidFunctionCall",
      `Cannot call a mutation function from a ${call.kind} function`,
    );
  }
  const transaction = transactionOf(call);
  const { registry } = call.runtime;
  const found = findAny(registry, addressedPath(args), kind);
  const nested = newCall({ ...nestedOptions(call), kind, udfPath: found.path });
  const mark = kind === "mutation" ? transaction.mark() : null;
  const limits = args.transactionLimits as Record<string, number> | undefined;
  transaction.meter.begin(limits);
  const run = () => invoke(found, nested, args.args ?? {});
  try {
    const result = await (isSnapshot ? transaction.withoutOwnWrites(run) : run());
    transaction.meter.end("kept");
    return result;
  } catch (error) {
    if (mark !== null) transaction.undo(mark);
    transaction.meter.end(mark === null ? "kept" : "undone");
    throw forCallingFunction(error);
  }
}

function nestedOptions(call: Call) {
  const { caller, correlationId, runtime, transaction, scheduledFunctionId } = call;
  return { caller, correlationId, runtime, transaction, scheduledFunctionId };
}

async function fromAction(
  call: Call,
  args: Args,
  kind: "query" | "mutation" | "action",
): Promise<string> {
  if (call.transaction !== null) throw unknownOperation(`actions/${kind}`);
  const { runtime } = call;
  try {
    const found = findAny(runtime.registry, addressedPath(args), kind);
    const { text } = await runtime.runFromAction(found, args.args ?? {}, call);
    return text;
  } catch (error) {
    throw forCallingFunction(error);
  }
}
