/** Attacks over HTTP with mutated requests. */
import { exchange, type Exchange, type HttpResponse } from "./httpExchange";
import type { HttpRequest } from "./application";
import { validRequest, type HttpCorpus } from "./httpRequests";
import { write, type Tree } from "./json";
import { mutateBytes, mutateTree, randomBytes } from "./mutate";
import type { Random } from "../support/random";
import type { Tally } from "./tally";

export interface HttpFuzzOptions {
  readonly corpus: HttpCorpus;
  readonly random: Random;
  readonly tally: Tally;
}

const METHODS = [
  "GET",
  "POST",
  "PUT",
  "DELETE",
  "HEAD",
  "OPTIONS",
  "PATCH",
  "TRACE",
  "CONNECT",
  "PURGE",
  "get",
  "G T",
  "",
  "\0",
  "A".repeat(300),
];

const TARGETS = [
  "*",
  "/",
  "//",
  "",
  "?",
  "#",
  "/%",
  "/%00",
  "/%ff%fe",
  "/..%2f..%2fetc/passwd",
  "/../../../etc/passwd",
  "/%2e%2e/%2e%2e/data.db",
  "/api/storage/..%2f..%2fdata.db",
  "/api/storage/",
  "http://[::1",
  "http://elsewhere.example/api/query",
  "elsewhere.example:443",
  "/\\..\\..",
  "/api//query",
  "/api/query/",
  "/api/storage/../query",
  "/API/QUERY",
  `/${"a/".repeat(3_000)}`,
  `/?${"a=b&".repeat(3_000)}`,
  `/${"%41".repeat(2_000)}`,
  "/\u00e9\u0000",
  "/api/sync",
];

const HEADERS: readonly (readonly [string, string])[] = [
  ["Content-Length", "0"],
  ["Content-Length", "5"],
  ["Content-Length", "-1"],
  ["Content-Length", "99999999999999999999"],
  ["Content-Length", "1e3"],
  ["Transfer-Encoding", "chunked"],
  ["Transfer-Encoding", "gzip, chunked"],
  ["Transfer-Encoding", "x"],
  ["Host", ""],
  ["Host", "elsewhere.example"],
  ["Host", "a b"],
  ["Host", "[::1"],
  ["Host", "127.0.0.1:99999999"],
  ["Host", "\u00ff"],
  ["Origin", "null"],
  ["Origin", "https://elsewhere.example"],
  ["Origin", "::::"],
  ["Authorization", "Bearer"],
  ["Authorization", "Bearer x.y.z"],
  ["Authorization", "Basic YTpi"],
  ["Authorization", "Bearer eyJhbGciOiJub25lIn0.e30."],
  ["Authorization", `Bearer ${"a".repeat(9_000)}`],
  ["Cookie", "a=%zz; ;=;__proto__=1"],
  ["Cookie", "x".repeat(9_000)],
  ["Expect", "100-continue"],
  ["Expect", "the unexpected"],
  ["Connection", "upgrade, close, keep-alive"],
  ["Upgrade", "h2c"],
  ["Upgrade", "websocket"],
  ["Sec-WebSocket-Key", "short"],
  ["Sec-WebSocket-Version", "99"],
  ["Sec-WebSocket-Extensions", "permessage-deflate; x=y;;"],
  ["Sec-WebSocket-Protocol", ",,"],
  ["Content-Type", ""],
  ["Content-Type", "application/json;charset=utf-16"],
  ["Content-Type", "multipart/form-data"],
  ["Content-Type", "text/html\u00ff"],
  ["X-Forwarded-For", "1.2.3.4, ::1"],
  ["X-Forwarded-Proto", "https"],
  ["X-Forwarded-Host", "elsewhere.example"],
  ["Accept-Encoding", "x".repeat(500)],
  ["Range", "bytes=0-"],
  ["Convex-Client", "\u0001"],
  ["X-Http-Method-Override", "DELETE"],
  ["X-Long", "y".repeat(20_000)],
  ["Te", "trailers"],
];

export class HttpFuzz {
  readonly #o: HttpFuzzOptions;
  readonly #port: number;

  constructor(options: HttpFuzzOptions) {
    this.#o = options;
    this.#port = Number(new URL(options.corpus.origin).port);
  }

  async request(): Promise<void> {
    const { corpus, random, tally } = this.#o;
    tally.requests += 1;
    const valid = validRequest(corpus, random);
    const isValid = random.chance(0.15);
    const request = isValid ? valid : this.#mutate(valid);
    const bytes =
      isValid || random.chance(0.85)
        ? bytesOf(request, corpus.origin)
        : mutateBytes(bytesOf(request, corpus.origin), random);
    const method = /^\S*/.exec(bytes.toString("latin1", 0, 400))?.[0];
    const sent = { bytes, isValid, hasBody: method !== "HEAD" };
    this.#check(await exchange({ port: this.#port, ...sent }), sent);
  }

  #check(result: Exchange, sent: { bytes: Buffer; isValid: boolean; hasBody: boolean }): void {
    const { tally, corpus } = this.#o;
    const fault = (description: string) =>
      tally.fault(
        `${description}; request ${JSON.stringify(sent.bytes.toString("latin1").slice(0, 500))}`,
      );
    switch (result.kind) {
      case "silent":
        fault("no response, and the connection stayed open");
        return;
      case "garbled":
        fault(`the response is not HTTP: ${result.bytes}`);
        return;
      case "closed":
        tally.count("HTTP connection closed without a response");
        if (sent.isValid) fault("no response");
        return;
      case "answered": {
        const { response } = result;
        tally.count(`HTTP ${response.status}`);
        const { explainsMalformedHttp } = corpus.application;
        if (!explainsMalformedHttp && isFromNode(response)) return;
        const problem = problemWith(response, sent.hasBody);
        if (problem !== null)
          fault(`${response.status}: ${problem}: ${response.body.slice(0, 300)}`);
      }
    }
  }

  #mutate(request: HttpRequest): HttpRequest {
    const { random } = this.#o;
    let mutated = request;
    for (let left = random.chance(0.7) ? 1 : 3; left > 0; left -= 1)
      mutated = this.#mutateOnce(mutated);
    return mutated;
  }

  #mutateOnce(request: HttpRequest): HttpRequest {
    const { random, corpus } = this.#o;
    const { headers, target, body } = request;
    switch (random.below(10)) {
      case 0:
        return { ...request, method: random.pick(METHODS) };
      case 1: {
        const targets = [...TARGETS, ...corpus.application.badTargets];
        return { ...request, target: random.pick(targets) };
      }
      case 2:
        return {
          ...request,
          target: mutateBytes(Buffer.from(target, "latin1"), random)
            .toString("latin1")
            .replace(/[\r\n ]/g, ""),
        };
      case 3:
        return {
          ...request,
          headers: headers.slice(0, random.below(headers.length + 1)),
        };
      case 4:
      case 5:
        return { ...request, headers: [...headers, random.pick(HEADERS)] };
      case 6:
        return { ...request, headers: [...headers, ...headers] };
      default:
        return body === undefined
          ? { ...request, body: randomBytes(random, 100) }
          : { ...request, body: mutatedBody(body, random) };
    }
  }
}

/** Convex's status of a function that failed. */
const FUNCTION_FAILED = 560;

/** Node's HTTP parser rejects malformed requests with an empty body before the host sees them. */
function isFromNode({ status, headers, body }: HttpResponse): boolean {
  return (
    status >= 400 &&
    status < 500 &&
    body === "" &&
    headers.get("connection") === "close" &&
    !headers.has("content-type")
  );
}

function problemWith({ status, headers, body }: HttpResponse, hasBody: boolean): string | null {
  if (status < 400 || !hasBody)
    return status >= 500 && status !== FUNCTION_FAILED && status !== 503 ? "a server error" : null;
  const json = parsed(body);
  const isOutOfRetention = status === 503 && json?.code === "OutOfRetention";
  if (status >= 500 && status !== FUNCTION_FAILED && !isOutOfRetention) return "a server error";
  const text = headers.get("content-type")?.startsWith("text/")
    ? body
    : (json?.message ?? json?.errorMessage);
  return typeof text === "string" && /[a-z]{3} ?[^]*$/i.test(text) ? null : "no message";
}

function parsed(body: string): Record<string, unknown> | null {
  try {
    return JSON.parse(body) as Record<string, unknown>;
  } catch {
    return null;
  }
}

function mutatedBody(body: Tree | Buffer, random: Random): Tree | Buffer {
  if (Buffer.isBuffer(body)) return mutateBytes(body, random);
  return random.chance(0.2)
    ? mutateBytes(Buffer.from(write(body)), random)
    : mutateTree(body, random);
}

/** Adds the headers that every request needs, unless the request has them. */
function bytesOf({ method, target, headers, body }: HttpRequest, origin: string): Buffer {
  const content = Buffer.isBuffer(body) ? body : Buffer.from(body === undefined ? "" : write(body));
  const present = new Set(headers.map(([name]) => name.toLowerCase()));
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  if (!present.has("host")) lines.unshift(`Host: ${new URL(origin).host}`);
  if (body !== undefined && !present.has("content-length") && !present.has("transfer-encoding"))
    lines.push(`Content-Length: ${content.length}`);
  if (!present.has("connection"))
    lines.push(present.has("upgrade") ? "Connection: Upgrade" : "Connection: close");
  const head = `${method} ${target} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head, "latin1"), content]);
}
