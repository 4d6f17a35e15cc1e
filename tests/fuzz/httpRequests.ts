/** A request of every kind that the server serves, as its own clients and browsers send them. */
import type { Tree, TreeObject } from "./json";
import {
  plausibleArgs,
  type Known,
  type PublicFunction,
} from "./publicFunctions";
import type { Random } from "./random";

export interface HttpRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: Tree | Buffer;
}

export interface HttpCorpus {
  readonly origin: string;
  readonly cookie: string;
  readonly token: () => string;
  readonly functions: readonly PublicFunction[];
  readonly known: Known;
  /** Targets of stored files and of the client's own. */
  readonly downloads: readonly string[];
  readonly pages: readonly string[];
  readonly uploads: readonly string[];
}

const IMAGE = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");

/** What Convex's own calls are made of; the accounts' more rarely, because a password takes long to check. */
export function someRequest(corpus: HttpCorpus, random: Random): HttpRequest {
  const kind = random.below(20);
  if (kind < 8) return aCall(corpus, random);
  if (kind < 11) return anAccountRequest(corpus, random);
  if (kind < 13) return aDownload(corpus, random);
  if (kind < 15) return anUpload(corpus, random);
  if (kind < 18) return aPage(corpus, random);
  return random.pick([
    get("/api/health"),
    get("/api/nothing"),
    post(corpus, "/api/query_ts", {}),
    post(corpus, "/api/debug_event", { message: "x" }),
    anUpgrade(corpus),
  ]);
}

function get(
  target: string,
  headers: HttpRequest["headers"] = [],
): HttpRequest {
  return { method: "GET", target, headers };
}

function post(
  { origin }: HttpCorpus,
  target: string,
  body: Tree | Buffer,
  headers: HttpRequest["headers"] = [],
): HttpRequest {
  return {
    method: "POST",
    target,
    headers: [
      ["Origin", origin],
      ["Content-Type", "application/json"],
      ...headers,
    ],
    body,
  };
}

function aCall(corpus: HttpCorpus, random: Random): HttpRequest {
  const { functions, known, token } = corpus;
  // Businesses are made and removed over the websocket often enough.
  const one = random.pick(
    functions.filter(
      ({ udfPath }) => !/^(seed|inventorySeed):|dedupe/.test(udfPath),
    ),
  );
  const isAtTs = one.kind === "query" && random.chance(0.2);
  const body: TreeObject = {
    path: one.udfPath,
    format: "convex_encoded_json",
    args: [plausibleArgs(one, known, random)],
    ...(isAtTs
      ? { ts: random.pick(["AAAAAAAAAAA=", "//////////8=", "AADAqJxh9hg="]) }
      : {}),
  };
  const signedIn: HttpRequest["headers"] = random.chance(0.6)
    ? [["Authorization", `Bearer ${token()}`]]
    : [];
  return post(corpus, `/api/${isAtTs ? "query_at_ts" : one.kind}`, body, [
    ["Convex-Client", "npm-1.48.0"],
    ...signedIn,
  ]);
}

function anAccountRequest(corpus: HttpCorpus, random: Random): HttpRequest {
  const withCookie: HttpRequest["headers"] = random.chance(0.6)
    ? [["Cookie", corpus.cookie]]
    : [];
  const credentials = {
    email: "nobody@example.com",
    password: "correct horse battery",
  };
  return random.pick([
    get("/api/auth/get-session", withCookie),
    get("/api/auth/token", withCookie),
    get("/api/auth/jwks"),
    get("/api/auth/sign-up/policy?invite=abc"),
    post(corpus, "/api/auth/sign-in/email", credentials),
    post(corpus, "/api/auth/sign-up/email", {
      name: "N",
      ...credentials,
      inviteCode: "abc",
    }),
    post(corpus, "/api/auth/invitations", {}, withCookie),
    post(corpus, "/api/auth/sign-out", {}),
  ]);
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

function aDownload({ downloads }: HttpCorpus, random: Random): HttpRequest {
  const headers: [string, string][] = [];
  if (random.chance(0.6)) headers.push(["Range", random.pick(RANGES)]);
  if (random.chance(0.3))
    headers.push([
      "If-None-Match",
      random.pick(["*", '"x"', 'W/"x", "y"', "x"]),
    ]);
  if (random.chance(0.2))
    headers.push([
      "If-Range",
      random.pick(['"x"', "Fri, 20 Nov 2026 18:00:00 GMT"]),
    ]);
  return {
    method: random.pick(["GET", "HEAD"]),
    target: random.pick(downloads),
    headers,
  };
}

function anUpload(corpus: HttpCorpus, random: Random): HttpRequest {
  const target = random.pick([
    ...corpus.uploads,
    "/upload?ticket=x&key=y",
    "/api/storage/upload?token=x",
  ]);
  if (random.chance(0.2))
    return { method: "OPTIONS", target, headers: [["Origin", corpus.origin]] };
  return {
    method: "POST",
    target,
    headers: [
      ["Origin", corpus.origin],
      ["Content-Type", "image/png"],
    ],
    body: IMAGE,
  };
}

function aPage({ pages }: HttpCorpus, random: Random): HttpRequest {
  const headers: [string, string][] = [
    ["Accept", random.pick(["*/*", "text/html,*/*;q=0.8", "image/png"])],
  ];
  if (random.chance(0.5))
    headers.push([
      "Accept-Encoding",
      random.pick(["gzip, br", "br;q=0", "identity", "*", "gzip;q=x"]),
    ]);
  return {
    method: random.pick(["GET", "GET", "HEAD"]),
    target: random.pick(pages),
    headers,
  };
}

function anUpgrade({ origin }: HttpCorpus): HttpRequest {
  return get("/api/1.48.0/sync", [
    ["Origin", origin],
    ["Upgrade", "websocket"],
    ["Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="],
    ["Sec-WebSocket-Version", "13"],
  ]);
}
