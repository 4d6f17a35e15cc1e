import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  decodeClientMessage,
  decodeTs,
  encodeActionResponse,
  encodeMutationResponse,
  encodeResult,
  encodeTransition,
  encodeTs,
  isSameResult,
  ProtocolError,
  transitionFrames,
  type EncodableTransition,
} from "../../src/protocol/codec";
import { serverMessage } from "../../src/protocol/messages";

const aTransition = (overrides: Partial<EncodableTransition> = {}): EncodableTransition => ({
  startVersion: { querySet: 0, identity: 0, ts: 0n },
  endVersion: { querySet: 1, identity: 0, ts: 7n },
  updated: [],
  removed: [],
  clientClockSkew: undefined,
  serverTs: 5e18,
  ...overrides,
});

describe("timestamps", () => {
  it("timestamps are eight little-endian bytes in base64", () => {
    expect(encodeTs(1n)).toBe("AQAAAAAAAAA=");
    expect(encodeTs(256n)).toBe("AAEAAAAAAAA=");
  });

  it("round-trip for any value", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (ts) => {
        expect(decodeTs(encodeTs(ts))).toBe(ts);
      }),
    );
  });
});

describe("decodeClientMessage", () => {
  it.each([
    ["", "A message is not JSON."],
    ["{", "A message is not JSON."],
    ["null", 'A message is not of this protocol, at "type"'],
    ["[]", 'A message is not of this protocol, at "type"'],
    ['{"type":"Shutdown"}', 'A message is not of this protocol, at "type"'],
    ['{"type":"Mutation","requestId":-1,"udfPath":"a:b","args":[{}]}', 'at "requestId"'],
    ['{"type":"Mutation","requestId":0,"udfPath":"a:b","args":[{},{}]}', 'at "args"'],
    ['{"type":"Mutation","requestId":0,"udfPath":"a:b","args":{}}', 'at "args"'],
    [
      '{"type":"Mutation","requestId":0,"udfPath":"a:b","args":[{}],"componentPath":"x"}',
      "components are not supported",
    ],
    [
      '{"type":"ModifyQuerySet","baseVersion":0,"newVersion":1.5,"modifications":[]}',
      'at "newVersion"',
    ],
    ['{"type":"Authenticate","tokenType":"Wizard","baseVersion":0}', 'at "tokenType"'],
  ])("refuses %j, saying where", (text, sentence) => {
    expect(() => decodeClientMessage(text)).toThrow(ProtocolError);
    expect(() => decodeClientMessage(text)).toThrow(sentence);
  });

  it("accepts the nesting that Convex accepts, and rejects deeper", () => {
    // The message, its args array and the args object are levels too.
    const nested = (depth: number) =>
      `{"type":"Mutation","requestId":0,"udfPath":"a:b","args":[${"[".repeat(depth)}${"]".repeat(depth)}]}`;
    expect(decodeClientMessage(nested(126))).toMatchObject({ requestId: 0 });
    for (const depth of [127, 100_000]) {
      expect(() => decodeClientMessage(nested(depth))).toThrow(
        new ProtocolError("A message nests deeper than 128 levels."),
      );
    }
  });

  it("rejects a session id with a lone surrogate", () => {
    expect(() =>
      decodeClientMessage('{"type":"Connect","sessionId":"\\ud800","connectionCount":0}'),
    ).toThrow('at "sessionId"');
  });

  it("throws only ProtocolError for any text", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(() => decodeClientMessage(text)).toThrow(ProtocolError);
      }),
    );
  });
});

describe("results", () => {
  const value = { ok: true as const, value: [{ a: 1 }], logLines: ["said"] };

  it("results are compared by value, error and journal, ignoring log lines", () => {
    const result = encodeResult(value, null);
    expect(isSameResult(result, encodeResult({ ...value, logLines: [] }, null))).toBe(true);
    expect(isSameResult(result, encodeResult({ ...value, value: [] }, null))).toBe(false);
    expect(isSameResult(result, encodeResult(value, "end"))).toBe(false);
    expect(isSameResult(result, null)).toBe(false);
    expect(isSameResult(null, null)).toBe(true);
    const failed = { ok: false as const, message: "no", logLines: [] };
    const failedWithData = { ...failed, data: { code: "NO" } };
    expect(isSameResult(encodeResult(failed, null), encodeResult(failedWithData, null))).toBe(
      false,
    );
  });

  it("results are equal for the same error with different request ids", () => {
    const failed = (message: string) => encodeResult({ ok: false, message, logLines: [] }, null);
    const first = failed("[Request ID: 0a1b] Server Error");
    expect(isSameResult(first, failed("[Request ID: ffff] Server Error"))).toBe(true);
    expect(isSameResult(first, failed("[Request ID: 0a1b] Other"))).toBe(false);
    expect(first.members).toContain("0a1b");
  });

  it("results are encoded in a Transition that matches the protocol", () => {
    const parts = encodeTransition(
      aTransition({
        updated: [
          { queryId: 1, result: encodeResult(value, "end") },
          {
            queryId: 2,
            result: encodeResult(
              {
                ok: false,
                message: 'a "b"',
                data: { code: "X" },
                logLines: [],
              },
              null,
            ),
          },
          {
            queryId: 3,
            result: encodeResult({ ok: false, message: "plain", logLines: [] }, null),
          },
        ],
        removed: [9],
        clientClockSkew: -3,
      }),
    );
    expect(serverMessage.parse(JSON.parse(parts.join("")))).toEqual({
      type: "Transition",
      startVersion: { querySet: 0, identity: 0, ts: encodeTs(0n) },
      endVersion: { querySet: 1, identity: 0, ts: encodeTs(7n) },
      clientClockSkew: -3,
      serverTs: 5e18,
      modifications: [
        { type: "QueryRemoved", queryId: 9 },
        {
          type: "QueryUpdated",
          queryId: 1,
          value: [{ a: 1 }],
          journal: "end",
          logLines: ["said"],
        },
        {
          type: "QueryFailed",
          queryId: 2,
          errorMessage: 'a "b"',
          errorData: { code: "X" },
          journal: null,
          logLines: [],
        },
        {
          type: "QueryFailed",
          queryId: 3,
          errorMessage: "plain",
          journal: null,
          logLines: [],
        },
      ],
    });
  });
});

describe("responses", () => {
  it("responses match the protocol", () => {
    const success = { ok: true as const, value: 1, logLines: [] };
    const failure = {
      ok: false as const,
      message: "no",
      data: { code: "NO" },
      logLines: [],
    };
    const read = (text: string): unknown => serverMessage.parse(JSON.parse(text));
    expect(read(encodeMutationResponse(3, success, 7n))).toEqual({
      type: "MutationResponse",
      requestId: 3,
      success: true,
      result: 1,
      ts: encodeTs(7n),
      logLines: [],
    });
    expect(read(encodeMutationResponse(3, failure, 7n))).toEqual({
      type: "MutationResponse",
      requestId: 3,
      success: false,
      result: "no",
      errorData: { code: "NO" },
      logLines: [],
    });
    expect(read(encodeActionResponse(4, success))).toEqual({
      type: "ActionResponse",
      requestId: 4,
      success: true,
      result: 1,
      logLines: [],
    });
    expect(read(encodeActionResponse(4, failure))).toMatchObject({
      success: false,
      errorData: { code: "NO" },
    });
  });
});

describe("transitionFrames", () => {
  it("sends a short Transition as it is", () => {
    expect(transitionFrames(["{", "}"], "1", 2)).toEqual(["{}"]);
  });
});
