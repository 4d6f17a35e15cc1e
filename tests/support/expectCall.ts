import type { FunctionArgs, FunctionReference } from "convex/server";
import type { OutboxChange } from "convex-outbox";
import { expect } from "vitest";
import type { api } from "@convex/_generated/api";
import { FakeBackend } from "./fakeBackend";

type Api = typeof api;

type Change = FunctionReference<"mutation" | "action">;

/** A public mutation or action, such as "jobs.update". */
type CallName = {
  [Module in keyof Api]: {
    [Name in keyof Api[Module]]: Api[Module][Name] extends Change
      ? `${Module}.${Name & string}`
      : never;
  }[keyof Api[Module]];
}[keyof Api];

type Args<Name extends CallName> =
  Name extends `${infer Module extends keyof Api}.${infer Function}`
    ? ArgsOf<Api[Module][Function & keyof Api[Module]]>
    : never;

type ArgsOf<Function> = Function extends Change
  ? Partial<Record<keyof FunctionArgs<Function>, unknown>>
  : never;

/** What the outbox keeps of a change beside its call. */
type Kept = Pick<OutboxChange, "subject" | "field" | "label" | "needs" | "creates" | "shows"> & {
  /** The values that the person saw. */
  readonly base: unknown;
};

type ExpectedCall<Name extends CallName> = Partial<Kept> & {
  readonly args: Args<Name>;
};

/** One call as the page sends it; with what the outbox keeps, unless it was sent directly. */
export interface SentCall extends Partial<Kept> {
  readonly call: string;
  readonly args: object;
}

/** An id that is another one at each call, such as that under which the server applies a change once. */
export const A_UUID = expect.stringMatching(
  /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/,
) as unknown;

/**
 * Compares whole calls: a call that is missing, doubled, of another function, or has one argument too many fails.
 * `sent` is a change, what a page has sent, or a backend, of which the calls of this function are meant.
 * tests/wholeCalls.test.ts reads the name, so it must be a literal.
 */
export function expectCall<Name extends CallName>(
  name: Name,
  sent: OutboxChange | readonly SentCall[] | FakeBackend,
  ...expected: readonly ExpectedCall<Name>[]
): void {
  expect(callsIn(sent, name)).toEqual(expected.map((call) => ({ call: name, ...call })));
}

function callsIn(
  sent: OutboxChange | readonly SentCall[] | FakeBackend,
  name: string,
): readonly SentCall[] {
  if (sent instanceof FakeBackend) return directCalls(sent).filter(({ call }) => call === name);
  return "call" in sent ? [keptCall(sent)] : sent;
}

export function directCalls(backend: FakeBackend): SentCall[] {
  return backend.calls.map(({ name, args }) => ({ call: dotted(name), args }));
}

export function keptCall(change: OutboxChange): SentCall {
  const { call, args, subject, field, label, needs, creates, shows } = change;
  const { base, ...own } = args;
  return {
    ...{ call: dotted(call), args: own, base, subject, field, label },
    ...{ needs, creates, shows },
  };
}

function dotted(path: string): string {
  return path.replace(":", ".");
}
