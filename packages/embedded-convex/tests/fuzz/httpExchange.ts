/** Sends the bytes of one request over a new socket and parses the response strictly. */
import { connect } from "node:net";

export interface HttpResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** `closed`: closed without a response. `silent`: no response and no close. `garbled`: the response is not HTTP. */
export type Exchange =
  | { readonly kind: "answered"; readonly response: HttpResponse }
  | { readonly kind: "closed" | "silent" }
  | { readonly kind: "garbled"; readonly bytes: string };

/** Milliseconds without a response that count as no response. */
const NO_RESPONSE_MS = 30_000;

/** Without a response after this time the client ends its side: the server may be waiting for more bytes. */
const HALF_CLOSE_MS = 150;

export function exchange(o: {
  readonly port: number;
  readonly bytes: Buffer;
  readonly hasBody: boolean;
  /** A valid request gets a response, so the client does not end its side. */
  readonly isValid: boolean;
}): Promise<Exchange> {
  return new Promise((resolve) => {
    const socket = connect(o.port, "127.0.0.1");
    let received = Buffer.alloc(0);
    const finish = (result: Exchange) => {
      clearTimeout(silence);
      clearTimeout(halfClose);
      socket.destroy();
      resolve(result);
    };
    const silence = setTimeout(() => finish({ kind: "silent" }), NO_RESPONSE_MS);
    const halfClose = setTimeout(() => {
      if (!o.isValid) socket.end();
    }, HALF_CLOSE_MS);
    const read = (isAll: boolean) => {
      const response = parseResponse(received, o.hasBody, isAll);
      if (response === "garbled")
        finish({
          kind: "garbled",
          bytes: received.toString("latin1").slice(0, 300),
        });
      else if (response !== "unfinished") finish({ kind: "answered", response });
      else if (isAll) finish({ kind: "closed" });
    };
    socket.on("connect", () => socket.write(o.bytes));
    socket.on("data", (chunk) => {
      received = Buffer.concat([received, chunk]);
      read(false);
    });
    // The server resets the connection of a request that it cuts off.
    socket.on("error", () => read(true));
    socket.on("close", () => read(true));
  });
}

function parseResponse(
  received: Buffer,
  hasBody: boolean,
  isAll: boolean,
): HttpResponse | "unfinished" | "garbled" {
  const end = received.indexOf("\r\n\r\n");
  if (end < 0) return isAll && received.length > 0 ? "garbled" : "unfinished";
  const [statusLine = "", ...lines] = received.toString("latin1", 0, end).split("\r\n");
  const found = /^HTTP\/1\.1 (\d{3}) [ -~]*$/.exec(statusLine)?.[1];
  if (found === undefined) return "garbled";
  const status = Number(found);
  const rest = received.subarray(end + 4);
  if (status === 100) return parseResponse(rest, hasBody, isAll);
  const headers = headersOf(lines);
  if (headers === null) return "garbled";
  const bytes = bodyOf(rest, { status, headers, hasBody, isAll });
  return typeof bytes === "string" ? bytes : { status, headers, body: bytes.toString() };
}

function headersOf(lines: readonly string[]): Map<string, string> | null {
  const headers = new Map<string, string>();
  for (const line of lines) {
    // Values are Latin-1 without control characters.
    const [, name, value] =
      /^([!#$%&'*+.^_`|~0-9A-Za-z-]+): ([\t -~\u0080-\u00ff]*)$/.exec(line) ?? [];
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
  if (o.headers.get("transfer-encoding") === "chunked") return dechunk(rest);
  const length = o.headers.get("content-length");
  if (length === undefined) return o.isAll ? rest : "unfinished";
  return rest.length < Number(length) ? "unfinished" : rest.subarray(0, Number(length));
}

function dechunk(rest: Buffer): Buffer | "unfinished" | "garbled" {
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
