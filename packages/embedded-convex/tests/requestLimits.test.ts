import { expect, it } from "vitest";
import { clientMessage, MESSAGE_TYPES } from "../src/protocol/messages";
import { DEFAULT_LIMITS, limitsOf, messageBytes, type RequestTable } from "../src/requestLimits";
import { StartupError } from "../src/store/errors";
import { tableWith } from "./support/requestGate";

const without = (name: string): RequestTable =>
  Object.fromEntries(Object.entries(DEFAULT_LIMITS).filter(([other]) => other !== name));

it("names a route without a row, and where it belongs", () => {
  expect(() => limitsOf(DEFAULT_LIMITS, "/api/new")).toThrow(StartupError);
  expect(() => limitsOf(DEFAULT_LIMITS, "/api/new")).toThrow(
    '"/api/new" has no row in the table of request limits',
  );
  expect(() => limitsOf(DEFAULT_LIMITS, "toString")).toThrow(StartupError);
});

it.each([...MESSAGE_TYPES, "a refused message"])(
  "rejects a table without the message %s",
  (type) => {
    expect(() => messageBytes(without(type))).toThrow(type);
  },
);

it("lists every message that a client may send", () => {
  const accepted = clientMessage.options.flatMap((option) =>
    "options" in option
      ? option.options.map(({ shape }) => shape.type.value)
      : [option.shape.type.value],
  );
  expect(new Set(MESSAGE_TYPES)).toEqual(new Set(accepted));
});

it("receives a message up to the longest of the table, since its type is not known before", () => {
  const table = {
    ...tableWith({ maxBytes: 10, unauthenticatedMaxBytes: 5 }),
    Mutation: {
      ...DEFAULT_LIMITS.Mutation!,
      maxBytes: 20,
      unauthenticatedMaxBytes: 3,
    },
  };
  expect(messageBytes(table)).toEqual({
    maxBytes: 20,
    unauthenticatedMaxBytes: 5,
  });
});
