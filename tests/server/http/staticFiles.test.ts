import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { describe, expect, it, onTestFinished } from "vitest";
import { staticFiles } from "../../../server/http/staticFiles";
import { anHttpServer } from "../../../packages/embedded-convex/tests/support/handlerServer";

const INLINE = "document.documentElement.classList.add('dark')";
const PAGE = `<!doctype html><script>${INLINE}</script><script type="module" src="/assets/main-abcd1234.js"></script>`;
const STYLE = "p { color: red }\n".repeat(100);
const SCRIPT = "export const x = 1;\n".repeat(500);

async function aSite() {
  const root = mkdtempSync(join(tmpdir(), "static-files-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const folder = join(root, "client");
  mkdirSync(join(folder, "assets"), { recursive: true });
  writeFileSync(join(root, "secret.txt"), "secret");
  writeFileSync(join(folder, "index.html"), PAGE);
  writeFileSync(join(folder, "assets", "main-abcd1234.js"), SCRIPT);
  writeFileSync(join(folder, "page.css"), STYLE);
  writeFileSync(join(folder, "page.css.br"), brotliCompressSync("compressed by the build"));
  writeFileSync(join(folder, "favicon.svg"), "<svg/>");
  writeFileSync(join(folder, "sw.js"), "// service worker");
  writeFileSync(join(folder, "manifest.webmanifest"), "{}");
  const earlier = join(root, "earlier");
  mkdirSync(earlier);
  writeFileSync(join(earlier, "main-0000aaaa.js"), "// earlier");
  writeFileSync(join(earlier, "main-abcd1234.js"), "// not this one");
  writeFileSync(join(earlier, "sw.js"), "// not hashed");
  return anHttpServer(
    staticFiles({
      folder,
      earlierAssets: [earlier],
      originOf: () => "http://desk.local:3000",
    }),
  );
}

const asPage = {
  headers: { accept: "text/html,application/xhtml+xml,*/*;q=0.8" },
};

describe("files", () => {
  it("files are served with their type, hashed ones as immutable", async () => {
    const url = await aSite();
    const script = await fetch(`${url}/assets/main-abcd1234.js`);
    expect(script.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect(script.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(await script.text()).toBe(SCRIPT);
    const icon = await fetch(`${url}/favicon.svg`);
    expect(icon.headers.get("content-type")).toBe("image/svg+xml");
    expect(icon.headers.get("cache-control")).toBe("no-cache");
    expect(icon.headers.get("content-security-policy")).toContain("default-src 'none'");
  });

  it("files of an earlier release are served beside those of this one", async () => {
    const url = await aSite();
    const earlier = await fetch(`${url}/assets/main-0000aaaa.js`);
    expect(await earlier.text()).toBe("// earlier");
    expect(earlier.headers.get("cache-control")).toContain("immutable");
    const current = await fetch(`${url}/assets/main-abcd1234.js`);
    expect(await current.text()).toBe(SCRIPT);
    expect((await fetch(`${url}/assets/sw.js`)).status).toBe(404);
  });

  it("files of the service worker are revalidated, and may fetch the client's files", async () => {
    const url = await aSite();
    const worker = await fetch(`${url}/sw.js`);
    expect(worker.headers.get("cache-control")).toBe("no-cache");
    expect(worker.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect(worker.headers.get("content-security-policy")).toContain("connect-src 'self'");
    const manifest = await fetch(`${url}/manifest.webmanifest`);
    expect(manifest.headers.get("content-type")).toBe("application/manifest+json; charset=utf-8");
  });

  it.each([
    ["br, gzip", "br"],
    ["gzip", "gzip"],
    ["br;q=0, gzip", "gzip"],
    ["identity", null],
  ])("files are compressed for accept-encoding %s", async (accepted, coding) => {
    const url = await aSite();
    const response = await fetch(`${url}/assets/main-abcd1234.js`, {
      headers: { "accept-encoding": accepted },
    });
    expect(response.headers.get("content-encoding")).toBe(coding);
    expect(response.headers.get("vary")).toBe("accept-encoding");
    expect(await response.text()).toBe(SCRIPT);
    expect(Number(response.headers.get("content-length")) < 1000).toBe(coding !== null);
  });

  it("files are sent as the build compressed them", async () => {
    const url = await aSite();
    const response = await fetch(`${url}/page.css`, {
      headers: { "accept-encoding": "br, gzip" },
    });
    expect(response.headers.get("content-encoding")).toBe("br");
    expect(await response.text()).toBe("compressed by the build");
    expect((await fetch(`${url}/page.css.br`)).status).toBe(404);
  });

  it("files are not sent again if the ETag matches", async () => {
    const url = await aSite();
    const first = await fetch(`${url}/`, asPage);
    const etag = first.headers.get("etag") ?? "";
    const again = await fetch(`${url}/`, {
      headers: { ...asPage.headers, "if-none-match": `"other", W/${etag}` },
    });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe("");
  });

  it("files answer HEAD without a body, and GET, and no other method", async () => {
    const url = await aSite();
    const head = await fetch(`${url}/favicon.svg`, { method: "HEAD" });
    expect(head.headers.get("content-length")).toBe("6");
    expect(await head.text()).toBe("");
    expect((await fetch(`${url}/favicon.svg`, { method: "POST" })).status).toBe(404);
  });

  it.each([
    "/../secret.txt",
    "/%2e%2e/secret.txt",
    "/assets/..%2f..%2fsecret.txt",
    "//etc/passwd",
    "/%00",
    "/%",
    "/..\\secret.txt",
  ])("files cannot leave the folder: %s", async (path) => {
    const url = await aSite();
    // fetch would normalize the path.
    const { status, body } = await new Promise<{
      status: number;
      body: string;
    }>((resolve, reject) => {
      const { hostname, port } = new URL(url);
      const req = request({ hostname, port, path, headers: { accept: "image/*" } }, (res) => {
        let body = "";
        res.on("data", (chunk: Buffer) => (body += chunk.toString()));
        res.on("end", () => resolve({ status: res.statusCode ?? 0, body }));
      });
      req.on("error", reject);
      req.end();
    });
    expect(status).toBe(404);
    expect(body).toBe("not handled");
  });
});

describe("the page", () => {
  it.each(["/", "/dashboard?date=2026-01-02", "/jobs/abc", "/no/such/page", "/v1.2"])(
    "the page is served at %s",
    async (path) => {
      const url = await aSite();
      const response = await fetch(url + path, asPage);
      expect(response.status).toBe(200);
      expect(response.headers.get("cache-control")).toBe("no-cache");
      expect(await response.text()).toBe(PAGE);
    },
  );

  it.each(["/api/nothing", "/assets/gone-abcd1234.js", "/api"])(
    "the page is not served at %s",
    async (path) => {
      const url = await aSite();
      expect((await fetch(url + path, asPage)).status).toBe(404);
    },
  );

  it("the page is not served for a missing image or an API call", async () => {
    const url = await aSite();
    expect((await fetch(`${url}/logo.png`, { headers: { accept: "image/*" } })).status).toBe(404);
    expect((await fetch(`${url}/logo.png`)).status).toBe(404);
    expect(
      (
        await fetch(`${url}/dashboard`, {
          headers: { accept: "application/json" },
        })
      ).status,
    ).toBe(404);
  });

  it("the page may run only the scripts it was built with", async () => {
    const url = await aSite();
    const policy = (await fetch(url, asPage)).headers.get("content-security-policy") ?? "";
    const hash = createHash("sha256").update(INLINE).digest("base64");
    const scripts = policy.split("; ").find((part) => part.startsWith("script-src"));
    expect(scripts).toBe(`script-src 'self' 'sha256-${hash}'`);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("connect-src 'self' blob: ws://desk.local:3000");
  });

  it("the page is not served before the client is built", async () => {
    const url = await anHttpServer(
      staticFiles({ folder: "/nonexistent", originOf: () => "http://a" }),
    );
    expect((await fetch(url, asPage)).status).toBe(404);
  });
});
