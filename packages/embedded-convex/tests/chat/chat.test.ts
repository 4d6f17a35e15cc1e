/** The chat as its users see it: real clients over real sockets. */
import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { aConvexClient, eventually, watch } from "../support/convexClients";
import { tableWith } from "../support/requestGate";
import { api } from "./convex/_generated/api";
import { query } from "./convex/_generated/server";
import { modules } from "./modules";
import { bodies, general, httpClient, remind, send, startChat, upload } from "./startChat";
import { tokenFor } from "./tokens";

vi.setConfig({ testTimeout: 30_000 });

describe("messages", () => {
  test("messages reach every subscribed client", async () => {
    const chat = await startChat();
    const [ann, ben] = [aConvexClient(chat.url), aConvexClient(chat.url)];
    const seenByBen = watch(ben, api.messages.list, general);
    await seenByBen.until(({ page }) => page.length === 0);
    await ann.mutation(api.messages.send, { channel: "general", body: "Hi" });
    const { page } = await seenByBen.until(({ page }) => page.length === 1);
    expect(page[0]).toMatchObject({ body: "Hi", author: "Guest", url: null });
  });

  test("messages are paginated through the index, newest first", async () => {
    const chat = await startChat();
    for (const body of ["1", "2", "3", "4", "5"]) await send(chat, body);
    const pageAt = (cursor: string | null) =>
      chat.http.query(api.messages.list, {
        channel: "general",
        paginationOpts: { numItems: 2, cursor },
      });
    const first = await pageAt(null);
    const second = await pageAt(first.continueCursor);
    const third = await pageAt(second.continueCursor);
    expect([first, second, third].map(({ page }) => page.map(({ body }) => body))).toEqual([
      ["5", "4"],
      ["3", "2"],
      ["1"],
    ]);
    expect([first.isDone, third.isDone]).toEqual([false, true]);
  });

  test("messages are found by their words, in their channel", async () => {
    const chat = await startChat();
    await send(chat, "Lunch at noon?");
    await send(chat, "The build is green");
    const found = async (channel: string) =>
      (await chat.http.query(api.messages.search, { channel, text: "lunch" })).map(
        ({ body }) => body,
      );
    expect(await found("general")).toEqual(["Lunch at noon?"]);
    expect(await found("other")).toEqual([]);
  });

  test("messages are counted and posted by an action", async () => {
    const chat = await startChat();
    await send(chat, "Hi");
    const client = aConvexClient(chat.url);
    const args = { channel: "general" };
    expect(await client.action(api.bot.postCount, args)).toBe(1);
    expect(await bodies(chat)).toEqual(["Messages so far: 1", "Hi"]);
  });

  test("messages are posted by an HTTP action", async () => {
    const chat = await startChat();
    const { status } = await fetch(`${chat.url}/incoming/general`, {
      method: "POST",
      body: "Deployed",
    });
    expect(status).toBe(204);
    expect(await bodies(chat)).toEqual(["Deployed"]);
  });
});

describe("files of messages", () => {
  test("a file is uploaded, and downloaded whole or in part", async () => {
    const chat = await startChat();
    await send(chat, "See this", await upload(chat, "0123456789"));
    const { page } = await chat.http.query(api.messages.list, general);
    const url = page[0]?.url ?? "";
    const whole = await fetch(url);
    expect(await whole.text()).toBe("0123456789");
    expect(whole.headers.get("content-type")).toContain("text/plain");
    const part = await fetch(url, { headers: { range: "bytes=2-4" } });
    expect(part.status).toBe(206);
    expect(part.headers.get("content-range")).toBe("bytes 2-4/10");
    expect(await part.text()).toBe("234");
  });

  test("a file is deleted with its message", async () => {
    const chat = await startChat();
    const ann = httpClient(chat.url, tokenFor("Ann"));
    const id = await ann.mutation(api.messages.send, {
      channel: "general",
      body: "See this",
      file: await upload(chat, "0123456789"),
    });
    const { page } = await chat.http.query(api.messages.list, general);
    const url = page[0]?.url ?? "";
    expect((await fetch(url)).status).toBe(200);
    await ann.mutation(api.messages.remove, { id });
    expect((await fetch(url)).status).toBe(404);
  });
});

describe("reminders", () => {
  test("a reminder is posted when it is due", async () => {
    const chat = await startChat();
    const posted = watch(aConvexClient(chat.url), api.messages.list, general);
    await remind(chat, "Stand-up", 20);
    const { page } = await posted.until(({ page }) => page.length > 0);
    expect(page[0]).toMatchObject({ body: "Stand-up", author: "Reminder" });
  });

  test("a reminder that is canceled is never posted", async () => {
    const chat = await startChat();
    const hour = 3_600_000;
    const id = await remind(chat, "Canceled", hour);
    await chat.http.mutation(api.reminders.cancel, { id });
    await chat.close();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 2 * hour });
    onTestFinished(() => void vi.useRealTimers());

    const later = await startChat({ dataDir: chat.dataDir });
    // Due after the canceled reminder, which would have been posted before.
    await remind(later, "Kept", 0);
    await eventually(async () => ((await bodies(later)).includes("Kept") ? true : null));
    expect(await bodies(later)).toEqual(["Kept"]);
  });
});

describe("sign-in tokens", () => {
  test("a sign-in token of a trusted issuer names the author, over HTTP and the websocket", async () => {
    const chat = await startChat();
    await httpClient(chat.url, tokenFor("Ann")).mutation(api.messages.send, {
      channel: "general",
      body: "Hi",
    });
    const ben = aConvexClient(chat.url);
    const isSignedIn = new Promise((resolve) =>
      ben.setAuth(() => Promise.resolve(tokenFor("Ben")), resolve),
    );
    expect(await isSignedIn).toBe(true);
    await ben.mutation(api.messages.send, {
      channel: "general",
      body: "Hello",
    });
    const { page } = await chat.http.query(api.messages.list, general);
    expect(page.map(({ author }) => author)).toEqual(["Ben", "Ann"]);
  });

  test("a sign-in token for another service is refused", async () => {
    const chat = await startChat();
    const stranger = httpClient(chat.url, tokenFor("Ann", "other-service"));
    await expect(stranger.query(api.messages.list, general)).rejects.toThrow(
      "The token is for another service.",
    );
    const client = aConvexClient(chat.url);
    const isSignedIn = new Promise((resolve) =>
      client.setAuth(() => Promise.resolve(tokenFor("Ann", "other-service")), resolve),
    );
    expect(await isSignedIn).toBe(false);
  });

  test("a sign-in token is refused by a server without a verifier", async () => {
    const chat = await startChat({ tokenVerifier: undefined });
    const ann = httpClient(chat.url, tokenFor("Ann"));
    await expect(ann.query(api.messages.list, general)).rejects.toThrow(
      "This server accepts no tokens.",
    );
  });

  test("lets a user delete only their own messages", async () => {
    const chat = await startChat();
    const ann = httpClient(chat.url, tokenFor("Ann"));
    const ben = httpClient(chat.url, tokenFor("Ben"));
    const message = { channel: "general", body: "Mine" };
    const id = await ann.mutation(api.messages.send, message);
    await expect(ben.mutation(api.messages.remove, { id })).rejects.toMatchObject({
      data: "You can only change your own messages.",
    });
    await ann.mutation(api.messages.remove, { id });
    expect(await bodies(chat)).toEqual([]);
  });
});

describe("limits of the host", () => {
  const atMost = (bytes: number) => ({
    maxBytes: bytes,
    unauthenticatedMaxBytes: bytes,
  });

  test("a message that is too large is refused, over HTTP and the websocket", async () => {
    const chat = await startChat({
      limits: { requests: tableWith(atMost(2_000)) },
    });
    const body = "x".repeat(3_000);
    await expect(send(chat, body)).rejects.toThrow("2000");
    const client = aConvexClient(chat.url);
    void client.mutation(api.messages.send, { channel: "general", body });
    await eventually(() => (client.connectionState().connectionRetries > 0 ? true : null));
    expect(await bodies(chat)).toEqual([]);
    await send(chat, "Short");
    expect(await bodies(chat)).toEqual(["Short"]);
  });

  test("a file that is too large is refused", async () => {
    const chat = await startChat({
      limits: { requests: tableWith(atMost(10_000)) },
    });
    const url = await chat.http.mutation(api.files.generateUploadUrl, {});
    const body = "x".repeat(10_001);
    const response = await fetch(url, { method: "POST", body });
    expect(response.status).toBe(413);
  });
});

describe("replaced modules", () => {
  test("replaced modules rerun every subscription", async () => {
    const chat = await startChat();
    await send(chat, "Hi");
    const seen = watch(aConvexClient(chat.url), api.messages.search, {
      channel: "general",
      text: "hi",
    });
    await seen.until((found) => found.length === 1);
    const search = query({ handler: () => [] });
    await chat.backend.replaceModules({
      ...modules,
      messages: { ...modules.messages, search },
    });
    await seen.until((found) => found.length === 0);
  });

  test("replaced modules whose schema the documents do not meet are refused, and the old ones stay", async () => {
    const chat = await startChat();
    await send(chat, "Hi");
    const schema = defineSchema({
      messages: defineTable({ channel: v.number() }),
    });
    await expect(
      chat.backend.replaceModules({ ...modules, schema: { default: schema } }),
    ).rejects.toThrow("messages");
    expect(await bodies(chat)).toEqual(["Hi"]);
  });
});
