/**
 * Uploads and downloads on the running server: a polyglot file is served as an image only, a file that is no image is
 * rejected, and an upload that is too large is stopped at the limit.
 */
import { Buffer } from "node:buffer";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JSONValue } from "convex/values";
import { IMAGE_TYPES, MAX_IMAGE_BYTES } from "@domain/files/images";
import { imageBytes, textBytes } from "./support/images";
import { rawConnection, statusOf } from "../packages/embedded-convex/tests/support/rawHttp";
import { openTrustingServer, type TrustingServer } from "./support/attacker/trustingServer";
import { ENTRY_POINTS } from "./support/attacker/entryPoints";

let server: TrustingServer;
let anna: string;
let bo: string;

beforeAll(async () => {
  server = await openTrustingServer();
  anna = await server.issuer.tokenFor({ subject: "anna" });
  bo = await server.issuer.tokenFor({ subject: "bo" });
});

afterAll(() => server.close());

async function call(
  token: string,
  kind: "query" | "mutation",
  [path, args = {}]: readonly [string, JSONValue?],
) {
  const ask = ENTRY_POINTS["over plain HTTP"]!;
  const { answers } = await ask(server.url, token, [{ path, kind, args }]);
  return answers[0]!;
}

async function uploadUrl(token: string): Promise<string> {
  const { value } = await call(token, "mutation", ["jobs:generateUploadUrl"]);
  return value as string;
}

const post = (url: string, body: BodyInit, headers: Record<string, string>) =>
  fetch(url, { method: "POST", body, headers });

const stored = () => server.observed.rows().filter(({ table }) => table === "_storage");

const joined = (...parts: (Uint8Array | string)[]) =>
  Uint8Array.from(Buffer.concat(parts.map((part) => Buffer.from(part))));

const HTML = "<!doctype html><script>alert(document.domain)</script>";
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const PDF = "%PDF-1.7\n1 0 obj<</Type/Catalog/OpenAction<</S/JavaScript>>>>endobj";
const ZIP = joined("PK\u0003\u0004", new Uint8Array(26), "x.html", HTML);

describe("a polyglot file", () => {
  it.each([
    ["a JPEG with a page behind it", "image/jpeg", joined(imageBytes("image/jpeg"), HTML)],
    ["a JPEG with an archive behind it", "image/jpeg", joined(imageBytes("image/jpeg"), ZIP)],
    ["a PNG with a document behind it", "image/png", joined(imageBytes("image/png"), PDF)],
    ["a GIF that is a script", "image/gif", joined("GIF89a/*", new Uint8Array(8), "*/=1;alert(1)")],
    ["a GIF with a drawing behind it", "image/gif", joined(imageBytes("image/gif"), SVG)],
    ["a WebP with a page in it", "image/webp", joined("RIFF", new Uint8Array(4), "WEBP", HTML)],
  ] as const)("a polyglot file (%s) is served as an image only", async (_, type, bytes) => {
    // The first bytes decide the type, not the content type of the request.
    for (const declared of IMAGE_TYPES) {
      const answer = await post(await uploadUrl(anna), bytes, {
        "content-type": declared,
      });
      expect(answer.status).toBe(200);
      const { storageId } = (await answer.json()) as { storageId: string };
      const { value } = await call(anna, "query", ["files:getUrls", { ids: [storageId] }]);
      const down = await fetch((value as string[])[0]!, {
        headers: { accept: "text/html", "sec-fetch-dest": "document" },
      });
      expect(Object.fromEntries(down.headers)).toMatchObject({
        "content-type": type,
        "content-disposition": "inline",
        "x-content-type-options": "nosniff",
        "content-security-policy": "default-src 'none'; sandbox",
        "x-frame-options": "DENY",
        "cross-origin-resource-policy": "same-origin",
      });
      expect(new Uint8Array(await down.arrayBuffer())).toEqual(bytes);
    }
  });

  it.each([
    ["a page", textBytes(HTML)],
    ["a drawing that can carry script", textBytes(SVG)],
    ["a page with an image behind it", joined(HTML, imageBytes("image/jpeg"))],
    ["a document with an image behind it", joined(PDF, imageBytes("image/jpeg"))],
    ["an archive with an image behind it", joined(ZIP, imageBytes("image/png"))],
    ["a blank before the image", joined(" ", imageBytes("image/gif"))],
    ["a mark before the image", joined("\ufeff", imageBytes("image/png"))],
    ["half a signature", Uint8Array.from([0xff, 0xd8])],
  ])("a polyglot file (%s) is rejected whatever its content type", async (_, bytes) => {
    const before = stored().length;
    for (const declared of [
      ...IMAGE_TYPES,
      "application/octet-stream",
      "",
      "image/svg+xml",
      "text/html",
      "image/png; text/html",
      "text/html, image/png",
    ]) {
      const answer = await post(await uploadUrl(anna), bytes, {
        "content-type": declared,
      });
      expect([answer.status, declared]).toEqual([415, declared]);
    }
    expect(stored()).toHaveLength(before);
  });
});

describe("upload tickets", () => {
  it("an upload ticket stores once, in the workspace that it was issued to", async () => {
    const url = await uploadUrl(anna);
    const photo = imageBytes("image/png");
    const headers = {
      "content-type": "image/png",
      authorization: `Bearer ${bo}`,
    };
    const answer = await post(url, photo, headers);
    const { storageId } = (await answer.json()) as { storageId: string };
    expect((await post(url, photo, headers)).status).toBe(403);
    const ids: JSONValue = { ids: [storageId] };
    const [hers, his] = [
      await call(anna, "query", ["files:getUrls", ids]),
      await call(bo, "query", ["files:getUrls", ids]),
    ];
    expect(hers.value).toEqual([expect.stringContaining("/api/storage/")]);
    expect(his.value).toEqual([null]);
  });

  it("an upload ticket cannot address a file on the disk", async () => {
    const url = new URL(await uploadUrl(anna));
    url.searchParams.set("name", "../../../etc/cron.d/x\u0000.png");
    const answer = await post(url.href, imageBytes("image/png"), {
      "content-type": "image/png",
      "content-disposition": 'attachment; filename="../x"',
    });
    expect(answer.status).toBe(200);
    expect(server.observed.fileNames().filter((name) => !/^[0-9a-f-]{36}$/.test(name))).toEqual([
      "incoming",
    ]);
  });
});

it("stops an upload of unknown size at the limit, and keeps nothing of it", async () => {
  const before = server.observed.fileNames();
  const { pathname, search } = new URL(await uploadUrl(anna));
  const { socket, ended } = await rawConnection(server.url);
  socket.write(
    `POST ${pathname}${search} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: image/png\r\nTransfer-Encoding: chunked\r\n\r\n`,
  );
  const chunk = Buffer.concat([
    Buffer.from("10000\r\n"),
    Buffer.alloc(0x10000, imageBytes("image/png")),
    Buffer.from("\r\n"),
  ]);
  let sent = 0;
  const send = () => {
    while (!socket.destroyed) {
      sent += chunk.length;
      if (!socket.write(chunk)) return void socket.once("drain", send);
    }
  };
  send();
  const answer = await ended;
  expect(statusOf(answer)).toBe(413);
  expect(answer).toContain("larger than 20 MB");
  // Bytes in flight when the server answered, and those it reads so that the client receives the answer.
  expect(sent).toBeLessThan(MAX_IMAGE_BYTES + 16 * 1024 * 1024);
  expect(server.observed.fileNames()).toEqual(before);
});
