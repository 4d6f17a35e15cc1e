/** One request over a socket of its own, byte for byte as it is given, and the answer, read strictly. */
import { connect } from "node:net";

export interface HttpAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** `closed`: the line was cut without an answer. `silent`: nothing at all. `garbled`: what came was no HTTP. */
export type Exchange =
  | { readonly kind: "answered"; readonly answer: HttpAnswer }
  | { readonly kind: "closed" | "silent" }
  | { readonly kind: "garbled"; readonly bytes: string };

/** Longer than that, and it counts as never. */
const PATIENCE_MS = 30_000;

/** After so long without an answer the client says that this was all: the server may be waiting for more. */
const ENOUGH_MS = 150;

export function exchange(o: {
  readonly port: number;
  readonly bytes: Buffer;
  readonly hasBody: boolean;
  /** A request without a fault is answered, however long it takes. */
  readonly isWhole: boolean;
}): Promise<Exchange> {
  return new Promise((resolve) => {
    const socket = connect(o.port, "127.0.0.1");
    let received = Buffer.alloc(0);
    const finish = (result: Exchange) => {
      clearTimeout(patience);
      clearTimeout(enough);
      socket.destroy();
      resolve(result);
    };
    const patience = setTimeout(() => finish({ kind: "silent" }), PATIENCE_MS);
    const enough = setTimeout(() => {
      if (!o.isWhole) socket.end();
    }, ENOUGH_MS);
    const read = (isAll: boolean) => {
      const answer = readAnswer(received, o.hasBody, isAll);
      if (answer === "garbled")
        finish({
          kind: "garbled",
          bytes: received.toString("latin1").slice(0, 300),
        });
      else if (answer !== "unfinished") finish({ kind: "answered", answer });
      else if (isAll) finish({ kind: "closed" });
    };
    socket.on("connect", () => socket.write(o.bytes));
    socket.on("data", (chunk) => {
      received = Buffer.concat([received, chunk]);
      read(false);
    });
    // A request that is cut off is often answered by a reset.
    socket.on("error", () => read(true));
    socket.on("close", () => read(true));
  });
}

function readAnswer(
  received: Buffer,
  hasBody: boolean,
  isAll: boolean,
): HttpAnswer | "unfinished" | "garbled" {
  const end = received.indexOf("\r\n\r\n");
  if (end < 0) return isAll && received.length > 0 ? "garbled" : "unfinished";
  const [statusLine = "", ...lines] = received
    .toString("latin1", 0, end)
    .split("\r\n");
  const found = /^HTTP\/1\.1 (\d{3}) [ -~]*$/.exec(statusLine)?.[1];
  if (found === undefined) return "garbled";
  const status = Number(found);
  const rest = received.subarray(end + 4);
  if (status === 100) return readAnswer(rest, hasBody, isAll);
  const headers = headersOf(lines);
  if (headers === null) return "garbled";
  const bytes = bodyOf(rest, { status, headers, hasBody, isAll });
  return typeof bytes === "string"
    ? bytes
    : { status, headers, body: bytes.toString() };
}

function headersOf(lines: readonly string[]): Map<string, string> | null {
  const headers = new Map<string, string>();
  for (const line of lines) {
    // Values are read as Latin-1, of which everything is allowed but control characters.
    const [, name, value] =
      /^([!#$%&'*+.^_`|~0-9A-Za-z-]+): ([\t -~\u0080-\u00ff]*)$/.exec(line) ??
      [];
    if (name === undefined || value === undefined) return null;
    headers.set(name.toLowerCase(), value);
  }
  return headers;
}

function bodyOf(
  rest: Buffer,
  o: {
    status: number;
    headers: ReadonlyMap<string, string>;
    hasBody: boolean;
    isAll: boolean;
  },
): Buffer | "unfinished" | "garbled" {
  if (!o.hasBody || [101, 204, 304].includes(o.status)) return Buffer.alloc(0);
  if (o.headers.get("transfer-encoding") === "chunked") return unchunked(rest);
  const length = o.headers.get("content-length");
  if (length === undefined) return o.isAll ? rest : "unfinished";
  return rest.length < Number(length)
    ? "unfinished"
    : rest.subarray(0, Number(length));
}

function unchunked(rest: Buffer): Buffer | "unfinished" | "garbled" {
  const chunks: Buffer[] = [];
  for (let at = 0; ;) {
    const end = rest.indexOf("\r\n", at);
    if (end < 0) return "unfinished";
    const text = rest.toString("latin1", at, end);
    if (!/^[0-9a-f]+$/i.test(text)) return "garbled";
    const size = parseInt(text, 16);
    if (rest.length < end + 2 + size + 2) return "unfinished";
    if (size === 0) return Buffer.concat(chunks);
    chunks.push(rest.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
}
