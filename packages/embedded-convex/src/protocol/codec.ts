/**
 * Decodes and encodes the messages of the sync protocol. No state, no socket.
 *
 * A Transition is made of JSON parts, so that the result of a shared query is serialized once for all clients. A long
 * one is never concatenated: its frames are made from the parts as they are sent.
 */
import type { FunctionOutcome } from "../functionCall";
import {
  clientMessage,
  type ClientMessage,
  type ServerMessage,
  type TransitionChunk,
} from "./messages";
import { parseUntrustedJson, UntrustedJsonError } from "./untrustedJson";

/** A client violated the protocol. The message is sent to that client as a FatalError. */
export class ProtocolError extends Error {
  override readonly name = "ProtocolError";
}

/** @throws ProtocolError */
export function decodeClientMessage(message: Buffer | string, maxValues?: number): ClientMessage {
  const bytes = typeof message === "string" ? Buffer.from(message) : message;
  const json = parseMessage(bytes, maxValues);
  const parsed = clientMessage.safeParse(json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue?.path.join(".") || "type";
  throw new ProtocolError(
    `A message is not of this protocol, at "${where}": ${issue?.message ?? "unknown shape"}.`,
  );
}

function parseMessage(bytes: Buffer, maxValues?: number): unknown {
  try {
    return parseUntrustedJson(bytes, maxValues);
  } catch (error) {
    if (!(error instanceof UntrustedJsonError)) throw error;
    throw new ProtocolError(`A message ${error.message}`, { cause: error });
  }
}

export function encodeTs(ts: bigint): string {
  const bytes = Buffer.allocUnsafe(8);
  bytes.writeBigUInt64LE(ts);
  return bytes.toString("base64");
}

export function decodeTs(encoded: string): bigint {
  return Buffer.from(encoded, "base64").readBigUInt64LE();
}

export function encodeServerMessage(
  message: Exclude<ServerMessage, { type: "Transition" }>,
): string {
  return JSON.stringify(message);
}

export function encodeAuthError(
  error: unknown,
  identityVersion: number,
  authUpdateAttempted: boolean,
): string {
  return encodeServerMessage({
    type: "AuthError",
    error: error instanceof Error ? error.message : String(error),
    // A token that expired was accepted one version ago; a rejected one did not advance the version.
    baseVersion: authUpdateAttempted ? identityVersion : Math.max(identityVersion - 1, 0),
    authUpdateAttempted,
  });
}

export function encodeMutationResponse(
  requestId: number,
  outcome: FunctionOutcome,
  ts: bigint,
): string {
  const type = "MutationResponse";
  return encodeServerMessage(
    outcome.ok
      ? { type, requestId, ...success(outcome), ts: encodeTs(ts) }
      : { type, requestId, ...failure(outcome) },
  );
}

export function encodeActionResponse(requestId: number, outcome: FunctionOutcome): string {
  const type = "ActionResponse";
  return encodeServerMessage(
    outcome.ok
      ? { type, requestId, ...success(outcome) }
      : { type, requestId, ...failure(outcome) },
  );
}

function success(outcome: FunctionOutcome & { ok: true }) {
  const { value: result, logLines } = outcome;
  return { success: true as const, result, logLines };
}

function failure(outcome: FunctionOutcome & { ok: false }) {
  const { message: result, data: errorData, logLines } = outcome;
  return {
    success: false as const,
    result,
    logLines,
    ...(errorData === undefined ? {} : { errorData }),
  };
}

/** The result of a query as JSON parts of a Transition. */
export interface EncodedResult {
  readonly type: "QueryUpdated" | "QueryFailed";
  readonly members: string;
  readonly logLines: string;
  /** Equal for results that need no update: ignores log lines and the request id of an error. */
  readonly comparable: string;
}

/** The engine prefixes error messages with the id of the log entry, which differs for every run. */
const REQUEST_ID = /^\[Request ID: \w+\]/;

export function encodeResult(outcome: FunctionOutcome, journal: string | null): EncodedResult {
  const logLines = JSON.stringify(outcome.logLines);
  const journalJson = JSON.stringify(journal);
  if (outcome.ok) {
    const value = JSON.stringify(outcome.value);
    const members = `"value":${value},"journal":${journalJson}`;
    return { type: "QueryUpdated", members, logLines, comparable: members };
  }
  const data = outcome.data === undefined ? "" : `"errorData":${JSON.stringify(outcome.data)},`;
  const membersWith = (message: string) =>
    `"errorMessage":${JSON.stringify(message)},${data}"journal":${journalJson}`;
  return {
    type: "QueryFailed",
    members: membersWith(outcome.message),
    logLines,
    comparable: membersWith(outcome.message.replace(REQUEST_ID, "")),
  };
}

export function isSameResult(a: EncodedResult | null, b: EncodedResult | null): boolean {
  return a === b || (a?.type === b?.type && a?.comparable === b?.comparable);
}

export interface Version {
  readonly querySet: number;
  readonly identity: number;
  readonly ts: bigint;
}

export interface EncodableTransition {
  readonly startVersion: Version;
  readonly endVersion: Version;
  readonly updated: readonly { queryId: number; result: EncodedResult }[];
  readonly removed: readonly number[];
  readonly clientClockSkew: number | undefined;
  readonly serverTs: number;
}

/** The JSON text of a Transition in parts, to be joined. */
export function encodeTransition(transition: EncodableTransition): string[] {
  const { startVersion, endVersion, clientClockSkew, serverTs } = transition;
  const skew = clientClockSkew === undefined ? "" : `"clientClockSkew":${clientClockSkew},`;
  const parts = [
    `{"type":"Transition",` +
      `"startVersion":${encodeVersion(startVersion)},` +
      `"endVersion":${encodeVersion(endVersion)},` +
      `${skew}"serverTs":${serverTs},` +
      `"modifications":[`,
  ];
  let separator = "";
  for (const queryId of transition.removed) {
    parts.push(`${separator}{"type":"QueryRemoved","queryId":${queryId}}`);
    separator = ",";
  }
  for (const { queryId, result } of transition.updated) {
    parts.push(
      `${separator}{"type":"${result.type}","queryId":${queryId},`,
      result.members,
      `,"logLines":${result.logLines}}`,
    );
    separator = ",";
  }
  parts.push("]}");
  return parts;
}

function encodeVersion({ querySet, identity, ts }: Version): string {
  return `{"querySet":${querySet},"identity":${identity},"ts":"${encodeTs(ts)}"}`;
}

/**
 * The frames of one Transition: one, or chunks of at most `maxLength` characters. The client disconnects when no
 * message arrives for 30 s, so each frame must be short enough for a slow connection.
 */
export function transitionFrames(
  parts: readonly string[],
  transitionId: string,
  maxLength: number,
): readonly string[] | TransitionChunks {
  const chunks = new TransitionChunks(parts, transitionId, maxLength);
  return chunks.remaining <= maxLength ? [parts.join("")] : chunks;
}

/** The frames of a Transition in chunks, each made on demand. No other frame may be sent between them. */
export class TransitionChunks implements Iterable<string> {
  /** Characters of the Transition for which no frame was made yet. */
  remaining: number;
  readonly #parts: readonly string[];
  readonly #transitionId: string;
  readonly #maxLength: number;

  constructor(parts: readonly string[], transitionId: string, maxLength: number) {
    this.#parts = parts;
    this.#transitionId = transitionId;
    this.#maxLength = maxLength;
    this.remaining = parts.reduce((sum, { length }) => sum + length, 0);
  }

  *[Symbol.iterator](): Generator<string> {
    const totalParts = Math.ceil(this.remaining / this.#maxLength);
    let partNumber = 0;
    for (const chunk of this.#chunks()) {
      const message: TransitionChunk = {
        type: "TransitionChunk",
        chunk,
        partNumber,
        totalParts,
        transitionId: this.#transitionId,
      };
      this.remaining -= chunk.length;
      partNumber += 1;
      yield encodeServerMessage(message);
    }
  }

  /** A chunk may end in a surrogate pair: JSON escapes lone surrogates, and the client parses the joined chunks. */
  *#chunks(): Generator<string> {
    let chunk = "";
    for (const part of this.#parts) {
      for (let at = 0; at < part.length;) {
        const added = part.slice(at, at + this.#maxLength - chunk.length);
        chunk += added;
        at += added.length;
        if (chunk.length < this.#maxLength) continue;
        yield chunk;
        chunk = "";
      }
    }
    if (chunk !== "") yield chunk;
  }
}
