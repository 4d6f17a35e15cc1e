import { createHash, randomBytes, randomUUID } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import path from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { openBlobStore, TooLarge, type BlobDisk } from "../../src/runtime/blobs";
import { syncFolder } from "../../src/store/syncFolder";
import { diskFaultOf } from "../../src/store/diskFaults";
import { diskError } from "../support/failingDisk";
import { temporaryFolder } from "../support/temporaryFolder";

const LIMIT = { maxBytes: 1_000_000 };

async function* chunks(...parts: (string | Uint8Array | Error)[]) {
  for (const part of parts) {
    await Promise.resolve();
    if (part instanceof Error) throw part;
    yield typeof part === "string" ? Buffer.from(part) : part;
  }
}

/** Reads the folder as the next start would. */
async function idsIn(folder: string): Promise<string[]> {
  const ids: string[] = [];
  for await (const id of openBlobStore(folder).fromEarlierRuns()) ids.push(id);
  return ids.sort();
}

function store() {
  const folder = path.join(temporaryFolder(), "files");
  return { folder, blobs: openBlobStore(folder) };
}

describe("writing a blob", () => {
  test("stores the bytes, their size and their sha256", async () => {
    const { blobs, folder } = store();
    const bytes = randomBytes(300_000);
    const written = await blobs.write(chunks(bytes.subarray(0, 7), bytes.subarray(7)), LIMIT);
    expect(written.size).toBe(300_000);
    expect(written.sha256).toBe(createHash("sha256").update(bytes).digest("base64"));
    expect(readFileSync(path.join(folder, written.blobId))).toEqual(bytes);
    expect(blobs.stat(written.blobId)).toEqual({ size: 300_000 });
  });

  test("accepts exactly the limit and leaves no file above it", async () => {
    const { blobs, folder } = store();
    const exact = await blobs.write(chunks("abcd", "ef"), { maxBytes: 6 });
    expect(exact.size).toBe(6);
    let asked = 0;
    async function* endless() {
      for (;;) {
        asked += 1;
        await Promise.resolve();
        yield Buffer.from("abc");
      }
    }
    await expect(blobs.write(endless(), { maxBytes: 6 })).rejects.toThrow(TooLarge);
    expect(asked).toBe(3);
    expect(await idsIn(folder)).toEqual([exact.blobId]);
    expect(readdirSync(path.join(folder, "incoming"))).toEqual([]);
  });

  test("formats the limit in megabytes if it has any", () => {
    expect(new TooLarge(20 * 1024 * 1024).message).toBe("The file is larger than 20 MB.");
    expect(new TooLarge(100).message).toBe("The file is larger than 100 bytes.");
  });

  test("leaves no file when the body ends early", async () => {
    const { blobs, folder } = store();
    const broken = blobs.write(chunks("half", new Error("line cut")), LIMIT);
    await expect(broken).rejects.toThrow("line cut");
    expect(await idsIn(folder)).toEqual([]);
    expect(readdirSync(path.join(folder, "incoming"))).toEqual([]);
  });

  test("stores an empty file", async () => {
    const { blobs } = store();
    const { blobId, size } = await blobs.write(chunks(), LIMIT);
    expect(size).toBe(0);
    expect(await text(blobs.open(blobId))).toBe("");
  });

  test("stores thirty concurrent files separately", async () => {
    const { blobs } = store();
    const written = await Promise.all(
      Array.from({ length: 30 }, (_, i) => blobs.write(chunks(`file `, `${i}`), LIMIT)),
    );
    const contents = await Promise.all(written.map(({ blobId }) => text(blobs.open(blobId))));
    expect(contents).toEqual(written.map((_, i) => `file ${i}`));
    expect(new Set(written.map((w) => w.blobId)).size).toBe(30);
  });

  test("writes a body that arrives in small chunks by few operations of the disk", async () => {
    const folder = path.join(temporaryFolder(), "files");
    const operations: string[] = [];
    const blobs = openBlobStore(folder, {
      open: async (file, flags, mode) => {
        const handle = await open(file, flags, mode);
        return {
          writev: (chunks) => {
            operations.push("write");
            return handle.writev(chunks);
          },
          writeFile: (bytes) => handle.writeFile(bytes),
          sync: () => {
            operations.push("sync");
            return handle.sync();
          },
          close: () => handle.close(),
        };
      },
      rename: (from, to) => {
        operations.push("rename");
        return rename(from, to);
      },
      remove: (file) => rm(file, { force: true }),
      syncFolder: (synced) => {
        operations.push("sync of folder");
        return syncFolder(synced);
      },
    });
    const bytes = randomBytes(2 * 1024 * 1024 + 1);
    const parts = Array.from({ length: 33 }, (_, at) =>
      bytes.subarray(at * 65_536, (at + 1) * 65_536),
    );
    const { blobId } = await blobs.write(chunks(...parts), {
      maxBytes: bytes.length,
    });
    expect(operations).toEqual([
      ...Array.from({ length: 5 }, () => "write"),
      "sync",
      "rename",
      "sync of folder",
    ]);
    expect(readFileSync(path.join(folder, blobId)).equals(bytes)).toBe(true);
  });

  test("writes the rest of a body of which the disk has taken a part", async () => {
    const folder = path.join(temporaryFolder(), "files");
    const blobs = openBlobStore(folder, {
      open: async (file, flags, mode) => {
        const handle = await open(file, flags, mode);
        return {
          writev: async ([first]) => {
            await handle.writeFile(first!.subarray(0, 2));
            return { bytesWritten: 2 };
          },
          writeFile: (bytes) => handle.writeFile(bytes),
          sync: () => handle.sync(),
          close: () => handle.close(),
        };
      },
      rename,
      remove: (file) => rm(file, { force: true }),
      syncFolder,
    });
    const { blobId } = await blobs.write(chunks("abcd", "efgh"), LIMIT);
    expect(await text(blobs.open(blobId))).toBe("abcdefgh");
  });

  test("writes blobs that are readable only by the server's user", async () => {
    const { blobs, folder } = store();
    const { blobId } = await blobs.write(chunks("x"), LIMIT);
    expect(statSync(path.join(folder, blobId)).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o077).toBe(0);
  });
});

describe("failing disks", () => {
  type Step = "open" | "write" | "sync" | "close" | "rename" | "sync of folder";

  /** A disk that fails once, in one step. */
  function failingAt(step: Step, code: string): BlobDisk {
    const failAt = (at: Step) => {
      if (at === step) throw diskError(code);
    };
    return {
      open: async (file, flags, mode) => {
        failAt("open");
        const handle = await open(file, flags, mode);
        return {
          // Like a disk that fills up: part of the data is written.
          writev: async (chunks) => {
            await handle.writeFile(chunks[0]!.subarray(0, 2));
            return { bytesWritten: 2 };
          },
          writeFile: async (bytes) => {
            failAt("write");
            await handle.writeFile(bytes);
          },
          sync: async () => {
            failAt("sync");
            await handle.sync();
          },
          close: async () => {
            await handle.close();
            failAt("close");
          },
        };
      },
      rename: async (from, to) => {
        failAt("rename");
        await rename(from, to);
      },
      remove: (file) => rm(file, { force: true }),
      syncFolder: (folder) => {
        failAt("sync of folder");
        return syncFolder(folder);
      },
    };
  }

  const leftIn = (folder: string) =>
    readdirSync(folder, { recursive: true }).filter((name) => name !== "incoming");

  test.each<[Step, string]>([
    ["open", "EROFS"],
    ["write", "ENOSPC"],
    ["sync", "EIO"],
    ["close", "EIO"],
    ["rename", "EACCES"],
    ["sync of folder", "EIO"],
  ])(
    "a disk that fails at the %s with %s refuses the blob, and leaves nothing of it",
    async (step, code) => {
      const folder = path.join(temporaryFolder(), "files");
      const blobs = openBlobStore(folder, failingAt(step, code));
      const writing = blobs.write(chunks("abcd", "efgh"), LIMIT);
      await expect(writing).rejects.toMatchObject({ code });
      expect(leftIn(folder)).toEqual([]);
    },
  );

  test("a disk that also fails to remove the blob reports both errors, and the next start removes the file", async () => {
    const folder = path.join(temporaryFolder(), "files");
    const blobs = openBlobStore(folder, {
      ...failingAt("sync of folder", "EIO"),
      remove: () => Promise.reject(diskError("EROFS")),
    });
    const thrown: unknown = await blobs.write(chunks("x"), LIMIT).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(AggregateError);
    expect(diskFaultOf(thrown)).toBe("lost");
    expect((thrown as AggregateError).errors).toMatchObject([{ code: "EIO" }, { code: "EROFS" }]);
    expect(leftIn(folder)).toEqual(await idsIn(folder));
  });
});

describe("reading, removing and listing", () => {
  test("reads a range, both ends included", async () => {
    const { blobs } = store();
    const { blobId } = await blobs.write(chunks("0123456789"), LIMIT);
    expect(await text(blobs.open(blobId, { start: 2, end: 4 }))).toBe("234");
  });

  test("removes a blob, and ignores a second removal", async () => {
    const { blobs } = store();
    const { blobId } = await blobs.write(chunks("x"), LIMIT);
    await blobs.remove(blobId);
    await blobs.remove(blobId);
    expect(blobs.stat(blobId)).toBeNull();
  });

  test.each(["../accounts.db", "/etc/passwd", "", "incoming", "a".repeat(36)])(
    "blobs are never read, measured or removed by the name %j",
    async (name) => {
      const { blobs } = store();
      expect(() => blobs.open(name)).toThrow("Not a blob id");
      expect(() => blobs.stat(name)).toThrow("Not a blob id");
      await expect(blobs.remove(name)).rejects.toThrow("Not a blob id");
    },
  );

  test("removes incomplete writes of a killed server and keeps complete blobs", async () => {
    const { blobs, folder } = store();
    const { blobId } = await blobs.write(chunks("whole"), LIMIT);
    writeFileSync(path.join(folder, "incoming", "left-over"), "half");
    const again = openBlobStore(folder);
    expect(readdirSync(path.join(folder, "incoming"))).toEqual([]);
    expect(await text(again.open(blobId))).toBe("whole");
  });

  test("lists the blobs of earlier runs once, and no others", async () => {
    const { blobs, folder } = store();
    const before = await blobs.write(chunks("before"), LIMIT);
    writeFileSync(path.join(folder, "README"), "not a blob");
    const again = openBlobStore(folder);
    await again.write(chunks("since"), LIMIT);
    const listed: string[] = [];
    for await (const id of again.fromEarlierRuns()) listed.push(id);
    for await (const id of again.fromEarlierRuns()) listed.push(id);
    expect(listed).toEqual([before.blobId]);
  });

  test("lists the folder when earlier blobs are read, not when it opens: a start does not wait for many names", async () => {
    const { blobs, folder } = store();
    const late = randomUUID();
    writeFileSync(path.join(folder, late), "put back by the operator");
    const listed: string[] = [];
    for await (const id of blobs.fromEarlierRuns()) listed.push(id);
    expect(listed).toEqual([late]);
  });

  test("lists no blob that is written while the folder is listed", async () => {
    const { blobs, folder } = store();
    const before = await blobs.write(chunks("before"), LIMIT);
    const again = openBlobStore(folder);
    const first = again.fromEarlierRuns()[Symbol.asyncIterator]();
    const [listed] = await Promise.all([
      first.next(),
      ...Array.from({ length: 20 }, () => again.write(chunks("now"), LIMIT)),
    ]);
    expect(listed.value).toBe(before.blobId);
    expect(await first.next()).toMatchObject({ done: true });
  });
});
