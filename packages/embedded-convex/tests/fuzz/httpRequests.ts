/** Valid requests to the server's HTTP routes, as its clients and browsers send them. */
import type { Random } from "../support/random";
import type { FuzzedApplication, HttpRequest, User } from "./application";
import type { Tree, TreeObject } from "./json";
import { plausibleArgs, type Known } from "./plausibleArgs";
import type { ListedFunction } from "../support/publicFunctions";

export interface HttpCorpus {
  readonly application: FuzzedApplication;
  readonly origin: string;
  readonly user: User;
  readonly token: () => string;
  readonly functions: readonly ListedFunction[];
  readonly known: Known;
  /** Targets of stored files and of unused upload URLs. */
  readonly downloads: readonly string[];
  readonly uploads: readonly string[];
}

const IMAGE = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");

export function validRequest(corpus: HttpCorpus, random: Random): HttpRequest {
  const kind = random.below(20);
  if (kind < 8) return functionCall(corpus, random);
  if (kind < 14) return corpus.application.routeRequest(corpus, random);
  if (kind < 16) return download(corpus, random);
  if (kind < 18) return upload(corpus, random);
  return random.pick([
    getRequest("/api/nothing"),
    jsonRequest(corpus, "/api/query_ts", {}),
    jsonRequest(corpus, "/api/debug_event", { message: "x" }),
    upgrade(corpus),
  ]);
}

export function getRequest(target: string, headers: HttpRequest["headers"] = []): HttpRequest {
  return { method: "GET", target, headers };
}

export function jsonRequest(
  { origin, headers = [] }: { origin: string; headers?: HttpRequest["headers"] },
  target: string,
  body: Tree,
): HttpRequest {
  return {
    method: "POST",
    target,
    headers: [["Origin", origin], ["Content-Type", "application/json"], ...headers],
    body,
  };
}

function functionCall(corpus: HttpCorpus, random: Random): HttpRequest {
  const { application, origin, functions, known, token } = corpus;
  const { expensive } = application;
  const one = random.pick(functions.filter(({ path }) => expensive?.test(path) !== true));
  const isAtTs = one.kind === "query" && random.chance(0.2);
  const body: TreeObject = {
    path: one.path,
    format: "convex_encoded_json",
    args: [plausibleArgs(one, known, random)],
    ...(isAtTs ? { ts: random.pick(["AAAAAAAAAAA=", "//////////8=", "AADAqJxh9hg="]) } : {}),
  };
  const headers: [string, string][] = [["Convex-Client", "npm-1.48.0"]];
  if (random.chance(0.6)) headers.push(["Authorization", `Bearer ${token()}`]);
  const target = `/api/${isAtTs ? "query_at_ts" : one.kind}`;
  return jsonRequest({ origin, headers }, target, body);
}

const RANGES = [
  "bytes=0-3",
  "bytes=-5",
  "bytes=2-",
  "bytes=9-1",
  "bytes=0-0,2-3",
  "bytes=999999-",
  "lines=1-2",
  "bytes=-0",
  "bytes=0-99999999999999999999",
];

function download({ downloads }: HttpCorpus, random: Random): HttpRequest {
  const headers: [string, string][] = [];
  if (random.chance(0.6)) headers.push(["Range", random.pick(RANGES)]);
  if (random.chance(0.3))
    headers.push(["If-None-Match", random.pick(["*", '"x"', 'W/"x", "y"', "x"])]);
  if (random.chance(0.2))
    headers.push(["If-Range", random.pick(['"x"', "Fri, 20 Nov 2026 18:00:00 GMT"])]);
  return {
    method: random.pick(["GET", "HEAD"]),
    target: random.pick(downloads),
    headers,
  };
}

function upload({ origin, uploads }: HttpCorpus, random: Random): HttpRequest {
  const target = random.pick([...uploads, "/api/storage/upload?token=x"]);
  if (random.chance(0.2)) return { method: "OPTIONS", target, headers: [["Origin", origin]] };
  return {
    method: "POST",
    target,
    headers: [
      ["Origin", origin],
      ["Content-Type", "image/png"],
    ],
    body: IMAGE,
  };
}

function upgrade({ origin }: HttpCorpus): HttpRequest {
  return getRequest("/api/1.48.0/sync", [
    ["Origin", origin],
    ["Upgrade", "websocket"],
    ["Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="],
    ["Sec-WebSocket-Version", "13"],
  ]);
}
