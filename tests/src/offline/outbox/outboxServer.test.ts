import type { ConvexReactClient } from "convex/react";
import type { OutboxItem } from "convex-outbox";
import { ConvexError } from "convex/values";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DeviceStore } from "@/offline/device/deviceStore";
import { createOutboxServer, verdictOn } from "@/offline/outbox/outboxServer";
import { emptyDevice, OWNER } from "../../../support/deviceStores";

beforeEach(emptyDevice);
afterEach(() => void vi.restoreAllMocks());

function aServer({ epoch }: { readonly epoch: string | undefined }) {
  const connectionState = vi.fn(() => ({
    isWebSocketConnected: true,
    connectionRetries: 0,
  }));
  let answer = epoch;
  let onAnswer = () => {};
  const mutation = vi.fn(() => Promise.resolve(null));
  const client = {
    mutation,
    connectionState,
    subscribeToConnectionState: () => () => undefined,
    watchQuery: () => ({
      onUpdate: (callback: () => void) => {
        onAnswer = callback;
        return () => undefined;
      },
      localQueryResult: () => answer,
    }),
  } as unknown as ConvexReactClient;
  const server = createOutboxServer(client, OWNER, Promise.resolve(new DeviceStore(OWNER)));
  const onChange = vi.fn();
  const stop = server.watch(onChange);
  server.setSignedIn(true);
  const answerEpoch = (next: string) => {
    answer = next;
    onAnswer();
  };
  return { server, mutation, connectionState, answerEpoch, onChange, stop };
}

async function readyServer() {
  const made = aServer({ epoch: "epoch" });
  await vi.waitFor(() => expect(made.server.isReady()).toBe(true));
  return made;
}

function setVisibility(state: DocumentVisibilityState) {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(state);
  document.dispatchEvent(new Event("visibilitychange"));
}

it.each([
  ["job_notes", { job_notes: "\uD83C" }],
  ["name", { id: "1", office: { name: "a\uDFE0b" } }],
  ["0", { names: ["\0"] }],
])("refuses %s with half a character, and sends nothing", async (field, args) => {
  const { server, mutation } = await readyServer();
  const item = { id: "1", at: 1, call: "jobs:update", args };
  const sent = server.send(item as unknown as OutboxItem);
  const error: unknown = await sent.catch((thrown: unknown) => thrown);
  expect(server.verdictOn(error)).toEqual({
    code: "INVALID",
    field,
    message: "Remove the characters that cannot be saved.",
  });
  expect(mutation).not.toHaveBeenCalled();
  const whole = { ...item, args: { job_notes: "\uD83C\uDFE0" } };
  await server.send(whole as unknown as OutboxItem);
  expect(mutation).toHaveBeenCalledOnce();
});

describe("the tab that sends", () => {
  it("only a visible tab sends", async () => {
    const { server } = await readyServer();
    setVisibility("hidden");
    expect(server.isReady()).toBe(false);
    await server.whileReady(new Promise(() => undefined));
    setVisibility("visible");
    expect(server.isReady()).toBe(true);
  });

  it("knows the server's data epoch, and not only the last one", () => {
    const { server, answerEpoch } = aServer({ epoch: undefined });
    expect(server.isReady()).toBe(false);
    answerEpoch("restored");
    expect(server.isReady()).toBe(true);
    expect(server.epoch()).toBe("restored");
  });

  it("keeps the server's data epoch for the next page, which may be without signal", async () => {
    const { answerEpoch } = aServer({ epoch: undefined });
    answerEpoch("restored");
    await vi.waitFor(async () => {
      const { server } = aServer({ epoch: undefined });
      await vi.waitFor(() => expect(server.epoch()).toBe("restored"));
      expect(server.isReady()).toBe(false);
    });
  });

  it.each([
    ["connected", { isWebSocketConnected: false, connectionRetries: 0 }],
    ["answered", { isWebSocketConnected: true, connectionRetries: 1 }],
  ])("only a tab that is %s sends", async (_, state) => {
    const { server, connectionState } = await readyServer();
    connectionState.mockReturnValue(state);
    expect(server.isReady()).toBe(false);
  });

  it("only a signed-in tab sends", async () => {
    const { server } = await readyServer();
    server.setSignedIn(false);
    expect(server.isReady()).toBe(false);
  });
});

describe("failed calls", () => {
  const refusal = (code: string, field?: string) =>
    new ConvexError({
      code,
      message: "Not this.",
      ...(field !== undefined && { field }),
    });

  it("a failed call waits for a sign-in if the session has ended, and is not refused", () => {
    expect(verdictOn(refusal("NOT_SIGNED_IN"))).toBe("signIn");
  });

  it.each(["INVALID", "NOT_FOUND", "CONFLICT"])(
    "a failed call is refused in the server's own words: %s",
    (code) => {
      expect(verdictOn(refusal(code, "id"))).toEqual({
        code,
        field: "id",
        message: "Not this.",
      });
      expect(verdictOn(refusal(code))).toEqual({ code, message: "Not this." });
    },
  );

  it.each([
    ["a fault of the server", new Error("Server Error")],
    ["data of another program", new ConvexError({ code: "TEAPOT" })],
    ["an unknown code", refusal("TEAPOT")],
    ["a text", new ConvexError("NOT_FOUND")],
  ])("a failed call may have been applied after %s", (_, error) => {
    expect(verdictOn(error)).toBeNull();
  });
});

it("waits for a call in flight only while this tab is the one to send", async () => {
  const { server } = await readyServer();
  const waited = server.whileReady(new Promise(() => undefined));
  server.setSignedIn(false);
  await waited;
});

it("keeps no call for which it has waited", async () => {
  const { server, connectionState } = await readyServer();
  for (let sent = 0; sent < 20; sent++) await server.whileReady(Promise.resolve());
  connectionState.mockClear();
  server.setSignedIn(true);
  expect(connectionState).not.toHaveBeenCalled();
});

it("reports when it may have become ready: when the page is shown, and when a person signs in", async () => {
  const { server, onChange, stop } = await readyServer();
  onChange.mockClear();
  setVisibility("visible");
  expect(onChange).toHaveBeenCalledTimes(1);
  server.setSignedIn(true);
  expect(onChange).toHaveBeenCalledTimes(2);
  stop();
  setVisibility("visible");
  server.setSignedIn(true);
  expect(onChange).toHaveBeenCalledTimes(2);
});
