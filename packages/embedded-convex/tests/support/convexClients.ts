/** The real clients of the `convex` package, without logging, over `ws`, and closed when the test ends. */
import { ConvexClient, type ConvexClientOptions } from "convex/browser";
import type { FunctionReference } from "convex/server";
import { onTestFinished } from "vitest";
import { WebSocket } from "ws";
import { eventually } from "./eventually";

export { eventually };

export function aConvexClient(url: string, options: ConvexClientOptions = {}): ConvexClient {
  const client = new ConvexClient(url, {
    webSocketConstructor: WebSocket as unknown as typeof globalThis.WebSocket,
    logger: false,
    unsavedChangesWarning: false,
    ...options,
  });
  onTestFinished(() => client.close());
  return client;
}

export interface Watch<Value> {
  /** All results, in order. */
  readonly values: Value[];
  readonly errors: Error[];
  until(isMet: (value: Value) => boolean): Promise<Value>;
  untilError(): Promise<Error>;
  stop(): void;
}

export function watch<Query extends FunctionReference<"query">>(
  client: ConvexClient,
  query: Query,
  args: Query["_args"],
): Watch<Query["_returnType"]> {
  const values: Query["_returnType"][] = [];
  const errors: Error[] = [];
  const stop = client.onUpdate(
    query,
    args,
    (value: Query["_returnType"]) => values.push(value),
    (error) => errors.push(error),
  );
  return {
    values,
    errors,
    stop,
    until: (isMet) =>
      eventually(() => {
        const last = values.at(-1);
        return values.length > 0 && isMet(last) ? { value: last } : null;
      }).then(({ value }) => value),
    untilError: () => eventually(() => errors.at(-1) ?? null),
  };
}
