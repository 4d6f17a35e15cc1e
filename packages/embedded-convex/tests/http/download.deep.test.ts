import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { request, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import path from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { openBlobStore } from "../../src/runtime/blobs";
import { downloadHandler, type DownloadOptions, type StoredFile } from "../../src/http/download";
import { serve, type TestServer } from "../support/httpServer";
import { temporaryFolder } from "../support/temporaryFolder";

async function aFileServer(o: Pick<DownloadOptions, "idleMs" | "mayDownload"> = {}) {
  const folder = path.join(temporaryFolder(), "files");
  const blobs = openBlobStore(folder);
  const rows = new Map<string, StoredFile>();
  const log = { error: vi.fn() };
  const http = await serve(
    downloadHandler({ blobs, find: (id) => rows.get(id) ?? null, log, ...o }),
  );
  onTestFinished(() => http.close());
  async function add(content: string | Buffer, contentType: string | null) {
    const body = (async function* () {
      await Promise.resolve();
      yield Buffer.from(content);
    })();
    const blob = await blobs.write(body, { maxBytes: 100_000_000 });
    const id = randomUUID();
    rows.set(id, { ...blob, storageId: `of ${id}`, contentType });
    return { id, blob, url: `${http.origin}/api/storage/${id}` };
  }
  return { ...http, folder, log, add };
}

const connections = ({ server }: TestServer) =>
  new Promise((resolve) => server.getConnections((_, open) => resolve(open)));

const get = (url: string, headers: Record<string, string> = {}) => fetch(url, { headers });

describe("downloads", () => {
  test("sends the bytes with headers that prevent running them", async () => {
    const server = await aFileServer();
    const { url, blob } = await server.add("a photo", "image/jpeg");
    const answer = await get(url);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe("a photo");
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "image/jpeg",
      "content-length": "7",
      "content-disposition": "inline",
      "cache-control": "private, max-age=86400",
      "content-security-policy": "default-src 'none'; sandbox",
      "cross-origin-resource-policy": "same-origin",
      "x-content-type-options": "nosniff",
      "accept-ranges": "bytes",
      etag: `"${blob.sha256}"`,
    });
    expect(answer.headers.has("access-control-allow-origin")).toBe(false);
  });

  test.each([
    ["image/png", "image/png", "inline"],
    ["image/heic", "image/heic", "inline"],
    ["application/pdf", "application/pdf", "attachment"],
    ["text/plain", "text/plain", "attachment"],
    ["video/mp4", "video/mp4", "attachment"],
    ["image/svg+xml", "application/octet-stream", "attachment"],
    ["text/html", "application/octet-stream", "attachment"],
    ["text/javascript", "application/octet-stream", "attachment"],
    ["text/css", "application/octet-stream", "attachment"],
    ["application/xhtml+xml", "application/octet-stream", "attachment"],
    ["audio/x\r\nset-cookie: a=b", "application/octet-stream", "attachment"],
    [null, "application/octet-stream", "attachment"],
  ])("a download of type %j is sent as %s, %s", async (stored, sent, disposition) => {
    const server = await aFileServer();
    const { url } = await server.add("x", stored);
    const answer = await get(url);
    expect(answer.headers.get("content-type")).toBe(sent);
    expect(answer.headers.get("content-disposition")).toBe(disposition);
  });

  test("a download with HEAD sends the same headers without a body", async () => {
    const server = await aFileServer();
    const { url } = await server.add("0123456789", "image/png");
    const answer = await fetch(url, {
      method: "HEAD",
      headers: { range: "bytes=0-1" },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-length")).toBe("10");
    expect(await answer.text()).toBe("");
  });

  test("a download of an empty file is empty", async () => {
    const server = await aFileServer();
    const { url } = await server.add("", null);
    for (const range of ["", "bytes=0-", "bytes=-5"]) {
      const answer = await get(url, { range });
      expect([answer.status, await answer.text()]).toEqual([200, ""]);
      expect(answer.headers.get("content-range")).toBeNull();
    }
  });

  test("responds 404 to every request for a file that the host does not serve", async () => {
    const hidden = new Set<string>();
    const server = await aFileServer({
      mayDownload: (storageId) => Promise.resolve(!hidden.has(storageId)),
    });
    const [kept, deleted] = [
      await server.add("kept", "image/png"),
      await server.add("deleted", "image/png"),
    ];
    const { etag } = Object.fromEntries((await get(deleted.url)).headers);
    hidden.add(`of ${deleted.id}`);
    const requests: Record<string, string>[] = [
      {},
      { "if-none-match": etag! },
      { range: "bytes=0-1" },
    ];
    for (const headers of requests) {
      const answer = await get(deleted.url, headers);
      expect(answer.status).toBe(404);
      expect(await answer.text()).not.toContain("deleted");
    }
    expect((await get(kept.url)).status).toBe(200);
    hidden.clear();
    expect((await get(deleted.url)).status).toBe(200);
  });

  test("a download with a matching ETag responds 304", async () => {
    const server = await aFileServer();
    const { url, blob } = await server.add("a photo", "image/jpeg");
    for (const tag of [
      `"${blob.sha256}"`,
      `W/"${blob.sha256}"`,
      `"other", "${blob.sha256}"`,
      "*",
    ]) {
      const answer = await get(url, { "if-none-match": tag });
      expect([answer.status, await answer.text()], tag).toEqual([304, ""]);
    }
    const other = await get(url, { "if-none-match": '"other"' });
    expect(other.status).toBe(200);
  });
});

describe("range requests", () => {
  test("a range responds 206 with its bytes and Content-Range", async () => {
    const server = await aFileServer();
    const { url } = await server.add("0123456789", "image/png");
    for (const [range, body, place] of [
      ["bytes=2-4", "234", "bytes 2-4/10"],
      ["bytes=7-", "789", "bytes 7-9/10"],
      ["bytes=-2", "89", "bytes 8-9/10"],
    ] as const) {
      const answer = await get(url, { range });
      expect(answer.status).toBe(206);
      expect(answer.headers.get("content-range")).toBe(place);
      expect(answer.headers.get("content-length")).toBe(String(body.length));
      expect(await answer.text()).toBe(body);
    }
  });

  test("a range outside the file responds 416 with the size", async () => {
    const server = await aFileServer();
    const { url } = await server.add("0123456789", "image/png");
    const answer = await get(url, { range: "bytes=10-" });
    expect(answer.status).toBe(416);
    expect(answer.headers.get("content-range")).toBe("bytes */10");
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });

  test("a range of another version of the file responds with the whole file", async () => {
    const server = await aFileServer();
    const { url, blob } = await server.add("0123456789", "image/png");
    const range = "bytes=0-1";
    const other = await get(url, { range, "if-range": '"other"' });
    expect([other.status, await other.text()]).toEqual([200, "0123456789"]);
    const same = await get(url, { range, "if-range": `"${blob.sha256}"` });
    expect([same.status, await same.text()]).toEqual([206, "01"]);
  });
});

describe("missing files", () => {
  test("responds 404 for any valid file path", async () => {
    const server = await aFileServer();
    await server.add("x", null);
    const answer = await get(`${server.origin}/api/storage/${randomUUID()}`);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toEqual({
      code: "NOT_FOUND",
      message: "There is no such file.",
    });
  });

  test("a missing file is left to the next route for other paths", async () => {
    const server = await aFileServer();
    for (const path of ["/api/storage/", "/api/storage/..%2f", "/api/storage/x"])
      expect((await get(server.origin + path)).status).toBe(418);
  });

  test("a missing file on disk with a document responds 500 and is logged", async () => {
    const server = await aFileServer();
    const { url, blob } = await server.add("lost", "image/png");
    rmSync(path.join(server.folder, blob.blobId));
    expect((await get(url)).status).toBe(500);
    expect(server.log.error).toHaveBeenCalledWith("A stored file is missing or damaged on disk", {
      blobId: blob.blobId,
    });
  });

  test("responds 405 to writes", async () => {
    const server = await aFileServer();
    const { url } = await server.add("x", null);
    const answer = await fetch(url, { method: "DELETE" });
    expect(answer.status).toBe(405);
    expect(answer.headers.get("allow")).toBe("GET, HEAD");
  });
});

describe("clients of a download", () => {
  test("a client that disconnects during the download logs no error", async () => {
    const server = await aFileServer();
    const { url } = await server.add(Buffer.alloc(20_000_000), "image/png");
    const reading = request(url).end();
    reading.on("error", () => undefined);
    const answer = await new Promise<IncomingMessage>((resolve) =>
      reading.once("response", resolve),
    );
    await new Promise((resolve) => answer.once("data", resolve));
    expect(await connections(server)).toBe(1);
    reading.destroy();
    await vi.waitFor(async () => expect(await connections(server)).toBe(0), 50_000);
    expect(server.log.error).not.toHaveBeenCalled();
    expect(server.errors).toEqual([]);
  });

  test("a client that stops reading is disconnected after the idle timeout", async () => {
    const server = await aFileServer({ idleMs: 80 });
    const { id } = await server.add(Buffer.alloc(50_000_000), "image/png");
    const socket = connect(Number(new URL(server.origin).port), "127.0.0.1");
    onTestFinished(() => void socket.destroy());
    socket.on("error", () => undefined);
    socket.write(`GET /api/storage/${id} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await vi.waitFor(async () => expect(await connections(server)).toBe(1), 50_000);
    await vi.waitFor(async () => expect(await connections(server)).toBe(0), 50_000);
  });
});
