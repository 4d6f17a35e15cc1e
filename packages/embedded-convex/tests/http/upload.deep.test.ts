import { randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { Readable } from "node:stream";
import path from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { openBlobStore, type WrittenBlob } from "../../src/runtime/blobs";
import { uploadHandler, type UploadOptions } from "../../src/http/upload";
import { serve } from "../support/httpServer";
import { temporaryFolder } from "../support/temporaryFolder";

async function anUploadServer(o: Partial<Pick<UploadOptions, "idleMs" | "claim">> = {}) {
  const folder = path.join(temporaryFolder(), "files");
  const blobs = openBlobStore(folder);
  const open = new Set<string>();
  const files: (WrittenBlob & { contentType: string | null })[] = [];
  const record = vi.fn((blob: WrittenBlob, contentType: string | null) => {
    files.push({ ...blob, contentType });
    return Promise.resolve(`file ${files.length}`);
  });
  const handler = uploadHandler({
    claim: (token) => Promise.resolve(open.delete(token) ? "claimed" : "unknown"),
    record,
    blobs,
    maxBytes: 1_000_000,
    ...o,
  });
  const http = await serve(handler);
  onTestFinished(() => http.close());
  return {
    ...http,
    files,
    blobs,
    record,
    folder,
    url: () => {
      const token = randomUUID();
      open.add(token);
      return `${http.origin}/api/storage/upload?token=${token}`;
    },
    names: () => readdirSync(folder).filter((name) => name !== "incoming"),
    unfinished: () => readdirSync(path.join(folder, "incoming")),
  };
}

const post = (url: string, body: RequestInit["body"], type?: string) =>
  fetch(url, {
    method: "POST",
    body,
    headers: type === undefined ? {} : { "content-type": type },
  });

const EXPIRED = {
  code: "StorageTokenInvalid",
  message: "This upload link was used already or its hour is over.",
};

/** Sends a body chunk by chunk and does not end it. */
function openRequest(url: string) {
  const req = request(url, { method: "POST" });
  const closed = new Promise<void>((resolve) => req.once("close", resolve));
  req.on("error", () => undefined);
  return { req, closed };
}

describe("uploads", () => {
  test("stores the file with its type and responds with its id", async () => {
    const server = await anUploadServer();
    const answer = await post(server.url(), "hello", "Image/PNG; x=1");
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ storageId: "file 1" });
    const [file] = server.files;
    expect(file).toMatchObject({ contentType: "image/png", size: 5 });
    expect(await text(server.blobs.open(file!.blobId))).toBe("hello");
  });

  test.each(["no slash", "image/png\u00e9", `${"x".repeat(200)}/y`])(
    "drops the invalid type %j",
    async (type) => {
      const server = await anUploadServer();
      await post(server.url(), new Uint8Array([1]), type);
      expect(server.files[0]?.contentType).toBeNull();
    },
  );

  test("an upload is stored if its hash is the one of the Digest header, and refused otherwise", async () => {
    const server = await anUploadServer();
    const upload = async (digest: string) => {
      const headers = { digest };
      const init = { method: "POST", body: "hello", headers };
      const answer = await fetch(server.url(), init);
      return [answer.status, await answer.json()];
    };
    const right = "LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=";
    const wrong = "2PJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=";
    expect(await upload(`sha-256=${right}`)).toEqual([200, { storageId: "file 1" }]);
    expect(await upload(`sha-256=${wrong}`)).toEqual([
      400,
      {
        code: "Sha256Mismatch",
        message: `Sha256 mismatch. Expected: ${wrong} Actual: ${right}`,
      },
    ]);
    for (const malformed of ["sha-256=abc", `sha-512=${right}`, "", right]) {
      expect(await upload(malformed)).toEqual([
        400,
        {
          code: "BadHeader",
          message: "Bad header for digest: invalid HTTP header",
        },
      ]);
    }
    expect(server.names()).toHaveLength(1);
    expect(server.unfinished()).toEqual([]);
  });

  test("works once per URL", async () => {
    const server = await anUploadServer();
    const url = server.url();
    await post(url, "one");
    const again = await post(url, "two");
    expect(again.status).toBe(401);
    expect(await again.json()).toEqual(EXPIRED);
    expect(server.names()).toHaveLength(1);
  });

  test("stores one of two concurrent requests with one URL", async () => {
    const server = await anUploadServer();
    const url = server.url();
    const answers = await Promise.all(
      ["a", "b", "c", "d"].map((body) => post(url, body.repeat(200_000))),
    );
    expect(answers.map((a) => a.status).sort()).toEqual([200, 401, 401, 401]);
    expect(server.files).toHaveLength(1);
    expect(server.names()).toHaveLength(1);
  });

  test("an upload whose document cannot be committed leaves no blob", async () => {
    const server = await anUploadServer();
    server.record.mockRejectedValueOnce(new Error("disk full"));
    const answer = await post(server.url(), "unlucky");
    expect(answer.status).toBe(500);
    expect(server.errors.map(String)).toEqual(["Error: disk full"]);
    expect(server.names()).toEqual([]);
  });

  test("an upload is rejected without a token and with an unknown one", async () => {
    const server = await anUploadServer();
    const base = `${server.origin}/api/storage/upload`;
    for (const bad of [base, `${base}?token=`, `${base}?token=made-up`]) {
      const answer = await post(bad, "x");
      expect([answer.status, await answer.json()]).toEqual([401, EXPIRED]);
    }
    expect(server.names()).toEqual([]);
  });

  test("stores twenty concurrent files", async () => {
    const server = await anUploadServer();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => post(server.url(), `photo ${i}`)),
    );
    expect(answers.every((a) => a.status === 200)).toBe(true);
    const contents = await Promise.all(server.files.map((f) => text(server.blobs.open(f.blobId))));
    expect(contents.sort()).toEqual(Array.from({ length: 20 }, (_, i) => `photo ${i}`).sort());
  });

  test("rejects other methods and leaves other paths to the next route", async () => {
    const server = await anUploadServer();
    const got = await fetch(server.url());
    expect([got.status, got.headers.get("allow")]).toEqual([405, "POST"]);
    expect((await fetch(`${server.origin}/api/storage/other`)).status).toBe(418);
  });
});

describe("files that are too large", () => {
  test("a file that is too large is rejected by its Content-Length", async () => {
    const server = await anUploadServer();
    const answer = await post(server.url(), new Uint8Array(1_000_001));
    expect(answer.status).toBe(413);
    expect(await answer.json()).toEqual({
      code: "TOO_LARGE",
      message: "The file is larger than 976 kB.",
    });
    expect(server.names()).toEqual([]);
  });

  test("a file that is too large is rejected while it streams, without a Content-Length", async () => {
    const server = await anUploadServer();
    const answer = await fetch(server.url(), {
      method: "POST",
      body: Readable.toWeb(
        Readable.from(Array.from({ length: 30 }, () => Buffer.alloc(100_000))),
      ) as ReadableStream,
      duplex: "half",
    });
    expect(answer.status).toBe(413);
    expect(server.names()).toEqual([]);
    expect(server.unfinished()).toEqual([]);
  });

  test("a file that is too large with a Content-Length does not use up the URL", async () => {
    const server = await anUploadServer();
    const url = server.url();
    await post(url, new Uint8Array(1_000_001));
    expect((await post(url, "small")).status).toBe(200);
  });

  test("a body that never ends is drained only up to a limit", async () => {
    const server = await anUploadServer();
    const { port, pathname, search } = new URL(server.url());
    const socket = connect(Number(port), "127.0.0.1");
    const closed = new Promise((resolve) => socket.once("close", resolve));
    socket.on("error", () => undefined);
    socket.write(
      `POST ${pathname}${search} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`,
    );
    const chunk = `10000\r\n${"x".repeat(0x10000)}\r\n`;
    let sent = 0;
    const send = () => {
      while (!socket.destroyed && sent < 200_000_000) {
        sent += chunk.length;
        if (!socket.write(chunk)) return void socket.once("drain", send);
      }
    };
    send();
    await closed;
    expect(sent).toBeLessThan(100_000_000);
    expect(server.files).toEqual([]);
  });
});

describe("clients that disconnect or stall", () => {
  test("a client that disconnects during the upload leaves no file", async () => {
    const server = await anUploadServer();
    const { req } = openRequest(server.url());
    req.write("half a pho");
    await vi.waitFor(() => expect(server.unfinished()).toHaveLength(1), 50_000);
    req.destroy();
    await vi.waitFor(() => expect(server.unfinished()).toEqual([]), 50_000);
    expect(server.names()).toEqual([]);
    expect(server.errors).toEqual([]);
  });

  test("a client that sends no byte for the idle timeout is disconnected", async () => {
    const server = await anUploadServer({ idleMs: 60 });
    const { req, closed } = openRequest(server.url());
    req.write("half");
    await closed;
    await vi.waitFor(() => expect(server.unfinished()).toEqual([]), 50_000);
    expect(server.names()).toEqual([]);
  });

  test("a client that sends slowly may take longer than the idle timeout", async () => {
    const server = await anUploadServer({ idleMs: 1_000 });
    const { req } = openRequest(server.url());
    const status = new Promise((resolve) => req.once("response", (res) => resolve(res.statusCode)));
    for (let i = 0; i < 60; i += 1) {
      req.write("x");
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    req.end();
    expect(await status).toBe(200);
    expect(server.files[0]?.size).toBe(60);
  });
});

test.each([
  ["expired", "StorageTokenExpired"],
  ["unknown", "StorageTokenInvalid"],
] as const)("refuses an upload whose token is %s, with Convex's code", async (claim, code) => {
  const server = await anUploadServer({
    claim: () => Promise.resolve(claim),
  });
  const response = await post(server.url(), "hello");
  expect(response.status).toBe(401);
  expect(await response.json()).toMatchObject({ code });
});
