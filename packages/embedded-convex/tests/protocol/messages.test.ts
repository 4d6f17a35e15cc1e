import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { clientMessage, serverMessage } from "../../src/protocol/messages";

const hashOf = (schema: z.ZodType) =>
  createHash("sha256")
    .update(JSON.stringify(z.toJSONSchema(schema, { unrepresentable: "any" })))
    .digest("hex")
    .slice(0, 16);

describe("the sync protocol", () => {
  it("the sync protocol has not changed: clients must understand every change", () => {
    expect({
      client: hashOf(clientMessage),
      server: hashOf(serverMessage),
    }).toEqual({ client: "2d0bf3ba3d4a489c", server: "0f87fe3b6c156f6e" });
  });

  // Spec 7.3
  it("the sync protocol matches the installed client version: review the protocol before updating", () => {
    const spoken = readFileSync("node_modules/convex/src/browser/sync/protocol.ts");
    expect(createHash("sha256").update(spoken).digest("hex").slice(0, 16)).toBe("b7b6f9abb2ad17cc");
  });

  // Spec 7.3
  it.each([
    [
      "Connect",
      {
        type: "Connect",
        sessionId: "s",
        connectionCount: 0,
        lastCloseReason: null,
        clientTs: 1.5,
      },
    ],
    [
      "Connect again",
      {
        type: "Connect",
        sessionId: "s",
        connectionCount: 2,
        lastCloseReason: "InactiveServer",
        maxObservedTimestamp: "AAAAAAAAAAA=",
        clientTs: 2,
      },
    ],
    [
      "Authenticate",
      {
        type: "Authenticate",
        tokenType: "User",
        value: "a.b.c",
        baseVersion: 0,
      },
    ],
    ["sign-out", { type: "Authenticate", tokenType: "None", baseVersion: 1 }],
    [
      "ModifyQuerySet",
      {
        type: "ModifyQuerySet",
        baseVersion: 0,
        newVersion: 1,
        modifications: [
          { type: "Add", queryId: 0, udfPath: "kv:get", args: [{ key: "a" }] },
          {
            type: "Add",
            queryId: 1,
            udfPath: "kv:page",
            args: [{}],
            journal: "x",
          },
          { type: "Remove", queryId: 0 },
        ],
      },
    ],
    [
      "Mutation",
      {
        type: "Mutation",
        requestId: 0,
        udfPath: "kv:set",
        args: [{ key: "a" }],
      },
    ],
    ["Action", { type: "Action", requestId: 1, udfPath: "kv:act", args: [{}] }],
  ])("takes a client's %s as it is", (_, message) => {
    expect(clientMessage.parse(message)).toEqual(message);
  });

  // Spec 7.3
  it("accepts and ignores telemetry", () => {
    expect(
      clientMessage.parse({
        type: "Event",
        eventType: "ClientConnect",
        event: [1, 2],
      }),
    ).toEqual({ type: "Event", eventType: "ClientConnect" });
  });
});
