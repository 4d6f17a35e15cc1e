import { createHash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { encodeDocumentId } from "../../src/store/documentId";
import { DocumentRows } from "../../src/store/documentRows";
import { failingCommits } from "../support/failingDisk";
import { caller, type TestEngine, testEngine } from "./fixtures/testEngine";

let app: TestEngine;
let now: number;

beforeEach(() => {
  now = 1_700_000_000_000;
  app = testEngine({ clock: () => now });
});

afterEach(() => app.engine.close());

async function* body(text: string) {
  yield await Promise.resolve(Buffer.from(text));
}

async function store(text: string): Promise<{ id: string; blobId: string }> {
  const blob = await app.blobs.write(body(text), { maxBytes: 100 });
  const id = await app.engine.files.record(blob, "text/plain");
  return { id, blobId: blob.blobId };
}

describe("stored files", () => {
  test("stored files have a download URL that finds them", async () => {
    const { id, blobId } = await store("hello");
    expect(await app.query("files:url", { id })).toBe(
      `http://localhost:3000/api/storage/${blobId}`,
    );
    expect(app.engine.files.lookup(blobId)).toMatchObject({
      storageId: id,
      size: 5,
      contentType: "text/plain",
    });
    expect(app.engine.files.lookup("other")).toBeNull();
  });

  test("stored files have no download URL after deletion, and the commit removes their bytes", async () => {
    const { id, blobId } = await store("hello");
    await app.mutation("files:remove", { id });
    expect(await app.query("files:url", { id })).toBeNull();
    expect(app.engine.files.lookup(blobId)).toBeNull();
    expect(app.blobs.stored.size).toBe(0);
    await expect(app.mutation("files:remove", { id })).rejects.toThrow();
  });

  test("stored files keep their bytes if the mutation that deletes them is rolled back", async () => {
    const { id, blobId } = await store("hello");
    expect(await app.mutation("files:tryToRemove", { id })).toBe("REFUSED");
    expect(app.engine.files.lookup(blobId)).not.toBeNull();
    expect(app.blobs.stored.size).toBe(1);
  });

  test("stored files are indexed by the time at which they were stored", async () => {
    await store("early");
    now += 60_000;
    const { id } = await store("late");
    expect(await app.query("files:storedSince", { from: now })).toEqual([id]);
  });

  test("stored files are deleted even if their bytes cannot be removed, which is logged and left to the sweep", async () => {
    const { id, blobId } = await store("hello");
    vi.spyOn(app.blobs, "remove").mockRejectedValueOnce(new Error("EIO: i/o error"));
    await app.mutation("files:remove", { id });
    await vi.waitFor(() =>
      expect(app.log.lines).toEqual([
        {
          level: "error",
          message: "a deleted file is still on disk",
          fields: {
            blobId,
            error: expect.stringContaining("Error: EIO: i/o error") as string,
          },
        },
      ]),
    );
    expect(app.engine.files.lookup(blobId)).toBeNull();
    expect(await app.engine.files.sweep()).toBe(1);
    expect(app.blobs.stored.size).toBe(0);
  });

  test("stored files are not found by the id of another document", async () => {
    const item = (await app.mutation("items:add", {
      owner: "a",
      name: "x",
      rank: 1,
    })) as string;
    expect(await app.query("files:url", { id: item })).toBeNull();
  });

  test("stored files are rejected if their hash is not the declared one", async () => {
    const { files } = app.engine;
    const sha256 = createHash("sha256").update("hello");
    const hex = sha256.copy().digest("hex");
    const base64 = sha256.digest("base64");
    await files.writeBlob(body("hello"), hex);
    await files.writeBlob(body("hello"), base64);
    expect(app.blobs.stored.size).toBe(2);
    await expect(files.writeBlob(body("other"), hex)).rejects.toThrow(
      "Sha256 mismatch. Expected: ",
    );
    expect(app.blobs.stored.size).toBe(2);
  });
});

test("removes the bytes of a file whose document could not be committed", async () => {
  const commits = failingCommits();
  const full = testEngine(commits);
  commits.code = "SQLITE_FULL";
  const outcome = await full.engine.runAction({
    udfPath: "files:store",
    args: { text: "hello" },
    caller,
  });
  expect(outcome).toMatchObject({
    ok: false,
    message: expect.stringContaining("The disk of the server is full.") as string,
  });
  expect(full.blobs.stored.size).toBe(0);
  await full.engine.close();
});

test("reports a full disk through nested function calls", async () => {
  const commits = failingCommits();
  const full = testEngine(commits);
  commits.code = "SQLITE_FULL";
  const outcome = await full.engine.runAction({
    udfPath: "actions:countTwice",
    args: { name: "a" },
    caller,
  });
  expect(outcome).toMatchObject({
    ok: false,
    message: expect.stringContaining(
      "The disk of the server is full. Nothing was saved.",
    ) as string,
  });
  await full.engine.close();
});

describe("upload URLs", () => {
  async function token(): Promise<string> {
    const url = (await app.mutation("files:uploadUrl")) as string;
    expect(url).toMatch(/^http:\/\/localhost:3000\/api\/storage\/upload\?token=[\w-]{43}$/);
    return new URL(url).searchParams.get("token") ?? "";
  }

  test("upload URLs work once", async () => {
    const given = await token();
    const claims = await Promise.all([
      app.engine.files.claimUpload(given),
      app.engine.files.claimUpload(given),
    ]);
    expect(claims).toEqual(["claimed", "unknown"]);
    expect(await app.engine.files.claimUpload(given)).toBe("unknown");
    expect(await app.engine.files.claimUpload("guess")).toBe("unknown");
  });

  test("upload URLs work for an hour", async () => {
    const [first, second] = [await token(), await token()];
    now += 3_600_000 - 1;
    expect(await app.engine.files.claimUpload(first)).toBe("claimed");
    now += 1;
    expect(await app.engine.files.claimUpload(second)).toBe("expired");
  });
});

describe("the sweep", () => {
  test("removes orphaned blobs and nothing else", async () => {
    const { blobId } = await store("kept");
    await app.blobs.write(body("orphan"), { maxBytes: 100 });
    expect(await app.engine.files.sweep()).toBe(1);
    expect([...app.blobs.stored.keys()]).toEqual([blobId]);
  });

  test("reads one document for each blob", async () => {
    await store("one");
    await store("two");
    const get = vi.spyOn(DocumentRows.prototype, "get");
    const range = vi.spyOn(DocumentRows.prototype, "range");
    onTestFinished(() => {
      get.mockRestore();
      range.mockRestore();
    });
    expect(await app.engine.files.sweep()).toBe(0);
    expect([get.mock.calls.length, range.mock.calls.length]).toEqual([0, 2]);
  });
});

test("an id that is none is refused as by Convex, and one of another table or of Convex's first storage has no file", async () => {
  await app.engine.close();
  app = testEngine({ exposeErrors: true });
  for (const [path, method] of [
    ["files:url", "getUrl"],
    ["files:oldMetadata", "getMetadata"],
  ] as const) {
    await expect(app.query(path, { id: "photo 1" })).rejects.toThrow(
      `Invalid argument \`storageId\` for \`storage.${method}\`: Invalid storage ID: "photo 1". Storage ID should be an Id of '_storage' table, or a UUID string.`,
    );
    for (const id of [
      encodeDocumentId({ tableNumber: 10_001, internalId: new Uint8Array(16) }),
      "123e4567-e89b-12d3-a456-426614174000",
    ])
      expect(await app.query(path, { id })).toBeNull();
  }
});
