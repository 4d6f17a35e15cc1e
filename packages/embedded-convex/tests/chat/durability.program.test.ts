/** What outlives the process: restarts, crashes, backups, exports. Through the public entry only. */
import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import {
  checkIntegrity,
  ExportReader,
  lockDataFolder,
  ImportWriter,
  inspectDatabase,
} from "embedded-convex";
import { afterEach, expect, test, vi } from "vitest";
import { eventually } from "../support/convexClients";
import { temporaryFolder } from "../support/temporaryFolder";
import { api } from "./convex/_generated/api";
import { bodies, general, remind, send, startChat, upload, type Chat } from "./startChat";

vi.setConfig({ testTimeout: 30_000 });

afterEach(() => {
  vi.useRealTimers();
});

async function aChatWithAFile(): Promise<Chat> {
  const chat = await startChat();
  await send(chat, "Hi");
  await send(chat, "See this", await upload(chat, "0123456789"));
  return chat;
}

async function expectTheChatWithAFile(chat: Chat): Promise<void> {
  expect(await bodies(chat)).toEqual(["See this", "Hi"]);
  const { page } = await chat.http.query(api.messages.list, general);
  const file = await fetch(page[0]?.url ?? "");
  expect(await file.text()).toBe("0123456789");
  const found = await chat.http.query(api.messages.search, {
    channel: "general",
    text: "see",
  });
  expect(found.map(({ body }) => body)).toEqual(["See this"]);
  await send(chat, "Next");
  expect((await bodies(chat))[0]).toBe("Next");
}

test("an acknowledged mutation survives the end of the process without a shutdown", async () => {
  const chat = await aChatWithAFile();
  // What is on the disk the moment the mutation is acknowledged, with the backend still open.
  const dataDir = temporaryFolder();
  cpSync(chat.dataDir, dataDir, { recursive: true });
  await expectTheChatWithAFile(await startChat({ dataDir }));
});

test("a scheduled function survives a restart and runs once", async () => {
  const hour = 3_600_000;
  const chat = await startChat();
  await remind(chat, "Stand-up", hour);
  await chat.close();

  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 2 * hour });
  const restarted = await startChat({ dataDir: chat.dataDir });
  await eventually(async () => ((await bodies(restarted)).length > 0 ? true : null));
  await restarted.close();

  const again = await startChat({ dataDir: chat.dataDir });
  await remind(again, "Later", 0);
  await eventually(async () => ((await bodies(again)).includes("Later") ? true : null));
  expect(await bodies(again)).toEqual(["Later", "Stand-up"]);
});

test("a backup taken while the chat is served becomes a data folder", async () => {
  const chat = await aChatWithAFile();
  const backup = temporaryFolder();
  const copy = join(backup, "data.db");
  const { signal } = new AbortController();
  await chat.backend.copyDatabase(copy, signal);
  await send(chat, "After the backup");

  checkIntegrity(copy);
  const contents = await inspectDatabase(copy, signal);
  expect(contents).toMatchObject({ documents: 3, filesWithoutBlob: [] });
  mkdirSync(join(backup, "files"));
  for (const { blobId } of contents.files) {
    cpSync(join(chat.dataDir, "files", blobId), join(backup, "files", blobId));
  }
  await expectTheChatWithAFile(await startChat({ dataDir: backup }));
});

test("an export fills a new data folder with the same ids and creation times", async () => {
  const chat = await aChatWithAFile();
  const before = await chat.http.query(api.messages.search, {
    channel: "general",
    text: "see",
  });
  await chat.close();

  const dataDir = temporaryFolder();
  await transfer(chat.dataDir, dataDir);
  const imported = await startChat({ dataDir });
  const after = await imported.http.query(api.messages.search, {
    channel: "general",
    text: "see",
  });
  expect(after).toEqual(before);
  await expectTheChatWithAFile(imported);
});

/** What an export writes to a ZIP, and an import reads from it, without the ZIP. */
async function transfer(from: string, to: string): Promise<void> {
  const folders = [lockDataFolder(from), lockDataFolder(to)];
  const reader = new ExportReader(from);
  const writer = new ImportWriter(to);
  const tables = reader.tables();
  await writer.createTables(each(tables.map(({ name, number }) => ({ name, id: number }))));
  for (const table of tables) {
    await writer.writeDocuments(table, each(reader.documents(table)));
  }
  for (const { document, open } of reader.storedFiles()) {
    const bytes = open() as AsyncIterable<Uint8Array>;
    await writer.writeFile(document, { bytes, size: document.size });
  }
  await writer.close();
  await reader.close();
  for (const folder of folders) folder.release();
}

async function* each<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  for (const item of items) yield await Promise.resolve(item);
}
