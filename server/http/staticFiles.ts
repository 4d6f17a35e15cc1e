/**
 * Serves the built client: its files as read at start, and the page for every URL that the client routes.
 *
 * Only files listed at start are served, so no path can leave the folder. The build has compressed the text files
 * with Brotli (scripts/build.ts). A missing encoding is compressed once, at its first request, and cached.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join, relative, sep } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { drain, matchesEtag, pathOf, sendJson, type Route } from "embedded-convex";
import { NO_PAGE_POLICY, pagePolicy, SERVICE_WORKER_POLICY } from "./headers";
import { keepRelease, type KeepReleaseOptions } from "./releases";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".webmanifest": "application/manifest+json; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".map": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".jpg": "image/jpeg",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};

const COMPRESSIBLE = /^(text\/|application\/(json|manifest)|image\/svg)/;

/** Vite names these files by content hash, so they are immutable. */
const HASHED = /^\/assets\/.+-[\w-]{8,}\.\w+$/;

const PAGE = "/index.html";
const SERVICE_WORKER = "/sw.js";

type Coding = "br" | "gzip";

const compress: Record<Coding, (content: Buffer) => Promise<Buffer>> = {
  br: (content) =>
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 9,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
  gzip: (content) => promisify(gzip)(content, { level: 9 }),
};

interface StaticFile {
  readonly path: string;
  readonly type: string;
  readonly content: Buffer;
  readonly etag: string;
  readonly compressed: Map<Coding, Promise<Buffer>>;
}

export interface StaticFilesOptions {
  readonly folder: string;
  /** Folders with the hashed files of earlier releases, oldest first. */
  readonly earlierAssets?: readonly string[];
  readonly originOf: (req: IncomingMessage) => string;
}

/** The handler returns true if the request was for a file or the page. */
export function staticFiles(
  options: StaticFilesOptions,
): (req: IncomingMessage, res: ServerResponse) => Promise<boolean> {
  const files = new Map(
    [
      ...(options.earlierAssets ?? []).flatMap((folder) =>
        readFiles(folder, "/assets/").filter(({ path }) => HASHED.test(path)),
      ),
      ...readFiles(options.folder, "/"),
    ].map((file) => [file.path, file]),
  );
  const page = files.get(PAGE);
  return async (req, res) => {
    if (req.method !== "GET" && req.method !== "HEAD") return false;
    const path = decodedPath(req);
    if (path === null) return false;
    const named = path === "/" ? page : files.get(path);
    const file = named ?? (wantsPage(req, path) ? page : undefined);
    if (!file) return false;
    res.setHeader(
      "content-security-policy",
      policyFor(file, () => options.originOf(req)),
    );
    await sendFile(req, res, file);
    return true;
  };
}

function policyFor(file: StaticFile, originOf: () => string): string {
  switch (file.path) {
    case PAGE:
      return pagePolicy(file.content.toString(), originOf());
    case SERVICE_WORKER:
      return SERVICE_WORKER_POLICY;
    default:
      return NO_PAGE_POLICY;
  }
}

function readFiles(folder: string, root: string): StaticFile[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith(".br"))
    .map((entry): StaticFile => {
      const file = join(entry.parentPath, entry.name);
      const content = readFileSync(file);
      const hash = createHash("sha256").update(content).digest("base64url");
      return {
        path: root + relative(folder, file).split(sep).join("/"),
        type: TYPES[extname(file)] ?? "application/octet-stream",
        content,
        etag: hash.slice(0, 22),
        compressed: compressedByBuild(file),
      };
    });
}

function compressedByBuild(file: string): StaticFile["compressed"] {
  const compressedFile = `${file}.br`;
  return existsSync(compressedFile)
    ? new Map([["br" as const, Promise.resolve(readFileSync(compressedFile))]])
    : new Map<Coding, Promise<Buffer>>();
}

function decodedPath(req: IncomingMessage): string | null {
  try {
    return decodeURIComponent(pathOf(req));
  } catch {
    return null;
  }
}

/** True for a URL that the client routes; false for a missing file or an API call. */
function wantsPage(req: IncomingMessage, path: string): boolean {
  if (/^\/(api|assets)(\/|$)/.test(path)) return false;
  const accept = req.headers.accept ?? "*/*";
  if (accept.includes("text/html")) return true;
  return accept.includes("*/*") && extname(path) === "";
}

async function sendFile(
  req: IncomingMessage,
  res: ServerResponse,
  file: StaticFile,
): Promise<void> {
  const isCompressible = COMPRESSIBLE.test(file.type) && file.content.length > 1024;
  const coding = isCompressible ? codingFor(req) : null;
  // ETags differ by encoding, since the bytes do.
  const etag = `"${file.etag}${coding === null ? "" : `-${coding}`}"`;
  const headers: Record<string, string | number> = {
    "content-type": file.type,
    etag,
    "cache-control": HASHED.test(file.path) ? "public, max-age=31536000, immutable" : "no-cache",
    ...(isCompressible ? { vary: "accept-encoding" } : {}),
  };
  if (matchesEtag(req.headers["if-none-match"], etag)) {
    res.writeHead(304, headers).end();
    return;
  }
  const body = coding === null ? file.content : await compressed(file, coding);
  res.writeHead(200, {
    ...headers,
    ...(coding === null ? {} : { "content-encoding": coding }),
    "content-length": body.length,
  });
  res.end(req.method === "HEAD" ? undefined : body);
}

function codingFor(req: IncomingMessage): Coding | null {
  const accepted = String(req.headers["accept-encoding"] ?? "")
    .split(",")
    .map((coding) => coding.trim())
    .filter((coding) => !/;\s*q=0(\.0*)?$/.test(coding))
    .map((coding) => coding.split(";")[0]);
  if (accepted.includes("br")) return "br";
  return accepted.includes("gzip") ? "gzip" : null;
}

function compressed(file: StaticFile, coding: Coding): Promise<Buffer> {
  const cached = file.compressed.get(coding);
  if (cached) return cached;
  const result = compress[coding](file.content);
  file.compressed.set(coding, result);
  return result;
}

interface ClientRoutesOptions extends Omit<KeepReleaseOptions, "clientDir"> {
  /** None in development, where Vite serves the client. */
  readonly clientDir: string | null;
  readonly originOf: (req: IncomingMessage) => string;
}

/** The routes of the built client. */
export function clientRoutes(options: ClientRoutesOptions): Route[] {
  const { clientDir, originOf } = options;
  if (clientDir === null) return [];
  const earlierAssets = keepRelease({ ...options, clientDir });
  const handler = staticFiles({ folder: clientDir, earlierAssets, originOf });
  // The last routes take every request that is left.
  const matches = () => true;
  return [
    { name: "client files", matches, handler },
    { name: "not found", matches, handler: notFound },
  ];
}

function notFound(req: IncomingMessage, res: ServerResponse): Promise<boolean> {
  res.setHeader("content-security-policy", NO_PAGE_POLICY);
  sendJson(res, 404, { code: "NotFound", message: "Nothing is here." });
  drain(req);
  return Promise.resolve(true);
}
