/**
 * Runs one function: finds it, validates its arguments, calls it, validates its result. Clients, other functions and
 * the scheduler all call functions through this file.
 */
import type { JSONValue } from "convex/values";
import { type EncodedObject, measureValue } from "../store/encodedValue";
import { DeveloperError } from "../store/errors";
import { MAX_ARGS_BYTES, MAX_RESULT_BYTES, MAX_VALUE_NESTING } from "../store/limits";
import type { Caller } from "../functionCall";
import { LONG_BYTES } from "../eventLoop";
import { type Call, type Result, afterLastTurn, pauseOf, runInCall } from "./call";
import { RequestError } from "./failures";
import type { FunctionKind, RegisteredFunction, Registry } from "./registry";

export interface FunctionRequest {
  /** The path as clients send it, such as "messages:send". */
  readonly udfPath: string;
  /** One object, or an array of one object as the sync protocol has it. */
  readonly args: JSONValue;
  readonly caller: Caller;
}

/** Internal and missing functions get the same error, so that clients cannot discover internal functions. */
export function findPublic(
  registry: Registry,
  path: string,
  kind: FunctionKind,
): RegisteredFunction {
  const found = registry.find(path);
  if (found === null || !found.isPublic) throw notFound(path);
  return ofKind(found, kind);
}

export function findAny(registry: Registry, path: string, kind: FunctionKind): RegisteredFunction {
  const found = registry.find(path);
  if (found === null) throw notFound(path);
  return ofKind(found, kind);
}

function notFound(path: string): RequestError {
  return new RequestError(
    "FunctionNotFound",
    `Could not find public function for '${path}'. Did you forget to run \`npx convex dev\` or \`npx convex deploy\`?`,
  );
}

function ofKind(found: RegisteredFunction, kind: FunctionKind): RegisteredFunction {
  if (found.kind === kind) return found;
  const names = { query: "Query", mutation: "Mutation", action: "Action" };
  throw new RequestError(
    "WrongFunctionType",
    `Trying to execute ${found.path} as ${names[kind]}, but it is defined as ${names[found.kind]}.`,
  );
}

/** Clients send arguments as an array of one object, functions as the object itself. */
function argsObject(args: JSONValue): EncodedObject {
  const [object, ...more] = Array.isArray(args) ? args : [args];
  const isObject = typeof object === "object" && object !== null && !Array.isArray(object);
  if (object !== undefined && (!isObject || more.length > 0)) {
    throw new RequestError(
      "InvalidArguments",
      "ArgumentValidationError: The arguments of a function must be one object.",
    );
  }
  return isObject ? object : {};
}

/** Runs the function until nothing of it can fail any more. */
export async function invoke(
  found: RegisteredFunction,
  call: Call,
  args: JSONValue,
): Promise<Result> {
  const result = await invokeWithoutLastTurn(found, call, args);
  await afterLastTurn(call);
  return result;
}

/** Invokes a query without a turn at its end: its reads must be checked in the turn in which it ends. */
export async function invokeWithoutLastTurn(
  found: RegisteredFunction,
  call: Call,
  args: JSONValue,
): Promise<Result> {
  const { onCall } = call.runtime;
  const startedAt = onCall === undefined ? undefined : process.cpuUsage();
  const object = argsObject(args);
  const argsBytes = checkArgs(found, call, object);
  const text = await runInCall(
    call,
    () => found.invoke(JSON.stringify([object]), call.correlationId),
    found.usesNode,
  );
  call.transaction?.checkAlive();
  if (text.length > LONG_BYTES) await pauseOf(call);
  const value = JSON.parse(text) as JSONValue;
  if (text.length > LONG_BYTES) await pauseOf(call);
  const resultBytes = checkResult(found, value);
  onCall?.({
    udfPath: found.path,
    kind: found.kind,
    usage: call.transaction && { ...call.transaction.meter.used },
    argsBytes,
    resultBytes,
    cpuMs: cpuMsSince(startedAt),
  });
  return { value, text };
}

function cpuMsSince(startedAt: NodeJS.CpuUsage | undefined): number {
  const { user, system } = process.cpuUsage(startedAt);
  return (user + system) / 1000;
}

function checkArgs(found: RegisteredFunction, call: Call, args: EncodedObject): number {
  const { size, nesting, hasCommitTs } = measured(args);
  if (size > MAX_ARGS_BYTES) {
    throw new RequestError(
      "ArgumentsTooLarge",
      `Arguments for ${found.path} are too large (actual: ${mebibytes(size)}, limit: ${mebibytes(MAX_ARGS_BYTES)})`,
    );
  }
  if (nesting > MAX_VALUE_NESTING || (hasCommitTs && call.kind === "action")) {
    throw new RequestError(
      "InvalidArguments",
      `Invalid arguments for ${found.path}: value is too nested or not resolved`,
    );
  }
  const problem = found.checkArgs?.(args, "") ?? null;
  if (problem === null) return size;
  throw new RequestError("ArgumentValidationError", `ArgumentValidationError: ${problem}`);
}

/** An argument that is not a Convex value is the client's error, at any depth. */
function measured(args: EncodedObject) {
  try {
    return measureValue(args);
  } catch (cause) {
    if (!(cause instanceof DeveloperError)) throw cause;
    throw new RequestError("InvalidArguments", `ArgumentValidationError: ${cause.message}`);
  }
}

/** Returns the size of the result. */
function checkResult(found: RegisteredFunction, value: JSONValue): number {
  const { size, nesting } = measureValue(value);
  if (nesting > MAX_VALUE_NESTING) {
    throw new DeveloperError(
      "TooNestedError",
      `Function ${found.path} return value invalid: Value is too nested (nested ${nesting} levels deep > maximum nesting ${MAX_VALUE_NESTING})`,
    );
  }
  if (size > MAX_RESULT_BYTES) {
    throw new DeveloperError(
      "ReturnValueTooLarge",
      `Function ${found.path} return value is too large (actual: ${mebibytes(size)}, limit: ${mebibytes(MAX_RESULT_BYTES)})`,
    );
  }
  const problem = found.checkReturns?.(value, "") ?? null;
  if (problem !== null) {
    throw new DeveloperError("ReturnsValidationError", `ReturnsValidationError: ${problem}`);
  }
  return size;
}

function mebibytes(bytes: number): string {
  return `${(bytes / (1024 * 1024)).toFixed(2)} MiB`;
}
