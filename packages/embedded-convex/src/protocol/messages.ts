/**
 * The message schemas of Convex's sync protocol, as the installed `convex` client implements it. No state, no socket.
 *
 * Every client message is parsed with `clientMessage` before use. A test pins a hash of both schemas, so that the
 * protocol cannot change unnoticed.
 */
import type { JSONValue } from "convex/values";
import { z } from "zod";

const version = z.int().nonnegative();
const queryId = z.int().nonnegative();
const requestId = z.int().nonnegative();

/** JSON.parse produced it, so only `undefined` is rejected here; the function's validators check the rest. */
const json = z.custom<JSONValue>((value) => value !== undefined);

/** A u64 as eight little-endian bytes in base64. */
const timestamp = z.string().regex(/^[A-Za-z0-9+/]{11}=$/);

/** Reject lone surrogates: encoding them would merge distinct session ids. */
const sessionId = z
  .string()
  .min(1)
  .max(100)
  .regex(/^\P{Surrogate}*$/u, "lone surrogate");
const call = {
  udfPath: z.string().min(1).max(500),
  args: z.array(json).max(1),
  componentPath: z.null("components are not supported by this server").optional(),
};

const connect = z.object({
  type: z.literal("Connect"),
  sessionId,
  connectionCount: z.int().nonnegative(),
  lastCloseReason: z.string().nullish(),
  maxObservedTimestamp: timestamp.optional(),
  clientTs: z.number().optional(),
});

const authenticate = z.discriminatedUnion("tokenType", [
  z.object({
    type: z.literal("Authenticate"),
    tokenType: z.literal("User"),
    value: z.string(),
    baseVersion: version,
  }),
  z.object({
    type: z.literal("Authenticate"),
    tokenType: z.literal("Admin"),
    value: z.string(),
    baseVersion: version,
  }),
  z.object({
    type: z.literal("Authenticate"),
    tokenType: z.literal("None"),
    baseVersion: version,
  }),
]);

const querySetModification = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("Add"),
    queryId,
    ...call,
    journal: z.string().nullish(),
  }),
  z.object({ type: z.literal("Remove"), queryId }),
]);

const modifyQuerySet = z.object({
  type: z.literal("ModifyQuerySet"),
  baseVersion: version,
  newVersion: version,
  modifications: z.array(querySetModification),
});

const mutation = z.object({ type: z.literal("Mutation"), requestId, ...call });
const action = z.object({ type: z.literal("Action"), requestId, ...call });

/** Client telemetry. Accepted and ignored. */
const event = z.object({ type: z.literal("Event"), eventType: z.string() });

export const clientMessage = z.discriminatedUnion("type", [
  connect,
  authenticate,
  modifyQuerySet,
  mutation,
  action,
  event,
]);

export type ClientMessage = z.infer<typeof clientMessage>;

/** Every type of `clientMessage`. */
export const MESSAGE_TYPES: readonly ClientMessage["type"][] = [
  connect,
  authenticate.options[0],
  modifyQuerySet,
  mutation,
  action,
  event,
].map(({ shape }) => shape.type.value);
export type Connect = z.infer<typeof connect>;
export type Authenticate = z.infer<typeof authenticate>;
export type ModifyQuerySet = z.infer<typeof modifyQuerySet>;
export type AddQuery = Extract<z.infer<typeof querySetModification>, { type: "Add" }>;
export type FunctionRequest = z.infer<typeof mutation | typeof action>;

const stateVersion = z.object({
  querySet: version,
  identity: version,
  ts: timestamp,
});
const logLines = z.array(z.string());
const journal = z.string().nullable();

const transition = z.object({
  type: z.literal("Transition"),
  startVersion: stateVersion,
  endVersion: stateVersion,
  modifications: z.array(
    z.discriminatedUnion("type", [
      z.object({
        type: z.literal("QueryUpdated"),
        queryId,
        value: json,
        logLines,
        journal,
      }),
      z.object({
        type: z.literal("QueryFailed"),
        queryId,
        errorMessage: z.string(),
        errorData: json.optional(),
        logLines,
        journal,
      }),
      z.object({ type: z.literal("QueryRemoved"), queryId }),
    ]),
  ),
  /** How many milliseconds the client's clock is ahead of the server's. */
  clientClockSkew: z.number().optional(),
  /** When this was sent, in nanoseconds of the server's clock. */
  serverTs: z.number().optional(),
});

/**
 * A part of a Transition's JSON that is too long for one frame; the client joins the parts. Only Ping may come between
 * them.
 */
const transitionChunk = z.object({
  type: z.literal("TransitionChunk"),
  chunk: z.string(),
  partNumber: z.int().nonnegative(),
  totalParts: z.int().positive(),
  transitionId: z.string(),
});

const response = { requestId, logLines };
const succeeded = { ...response, success: z.literal(true), result: json };
const failed = {
  ...response,
  success: z.literal(false),
  result: z.string(),
  errorData: json.optional(),
};

const mutationResponse = z.discriminatedUnion("success", [
  z.object({
    type: z.literal("MutationResponse"),
    ...succeeded,
    ts: timestamp,
  }),
  z.object({ type: z.literal("MutationResponse"), ...failed }),
]);

const actionResponse = z.discriminatedUnion("success", [
  z.object({ type: z.literal("ActionResponse"), ...succeeded }),
  z.object({ type: z.literal("ActionResponse"), ...failed }),
]);

const authError = z.object({
  type: z.literal("AuthError"),
  error: z.string(),
  /** The identity version that the rejected Authenticate was based on. */
  baseVersion: version,
  /** True in response to an Authenticate, false if an accepted token has expired. */
  authUpdateAttempted: z.boolean(),
});

const fatalError = z.object({
  type: z.literal("FatalError"),
  error: z.string(),
});

const ping = z.object({ type: z.literal("Ping") });

export const serverMessage = z.discriminatedUnion("type", [
  transition,
  transitionChunk,
  mutationResponse,
  actionResponse,
  authError,
  fatalError,
  ping,
]);

export type ServerMessage = z.infer<typeof serverMessage>;
export type Transition = z.infer<typeof transition>;
export type TransitionChunk = z.infer<typeof transitionChunk>;
