/** The chat on a free port, with a quiet log, closed when the test ends; and its clients. */
import { ConvexHttpClient } from "convex/browser";
import type { GenericId } from "convex/values";
import { serve, type BackendOptions } from "embedded-convex";
import { onTestFinished } from "vitest";
import { temporaryFolder } from "../support/temporaryFolder";
import { api } from "./convex/_generated/api";
import { modules } from "./modules";
import { tokenVerifier } from "./tokens";

const silent = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

export const general = {
  channel: "general",
  paginationOpts: { numItems: 10, cursor: null },
};

export async function startChat(options: Partial<BackendOptions> = {}) {
  const dataDir = options.dataDir ?? temporaryFolder();
  const chat = await serve({
    log: silent,
    modules,
    tokenVerifier,
    ...options,
    dataDir,
  });
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= chat.close());
  onTestFinished(close);
  return { ...chat, dataDir, close, http: httpClient(chat.url) };
}

export type Chat = Awaited<ReturnType<typeof startChat>>;

export function httpClient(url: string, token?: string): ConvexHttpClient {
  const client = new ConvexHttpClient(url, { logger: false });
  if (token !== undefined) client.setAuth(token);
  return client;
}

export function send(
  { http }: Chat,
  body: string,
  file?: GenericId<"_storage">,
): Promise<GenericId<"messages">> {
  const args = { channel: "general", body };
  return http.mutation(api.messages.send, file ? { ...args, file } : args);
}

export function remind(
  { http }: Chat,
  body: string,
  afterMs: number,
): Promise<GenericId<"_scheduled_functions">> {
  const args = { channel: "general", body, afterMs };
  return http.mutation(api.reminders.schedule, args);
}

export async function bodies({ http }: Chat): Promise<string[]> {
  const { page } = await http.query(api.messages.list, general);
  return page.map(({ body }) => body);
}

/** Uploads a text file, as the client's page would. */
export async function upload({ http }: Chat, text: string) {
  const response = await fetch(await http.mutation(api.files.generateUploadUrl, {}), {
    method: "POST",
    headers: { "content-type": "text/plain" },
    body: text,
  });
  const { storageId } = (await response.json()) as {
    storageId: GenericId<"_storage">;
  };
  return storageId;
}
