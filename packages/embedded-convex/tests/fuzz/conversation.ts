/**
 * One attacking connection. Checks what the server sends: every frame is a message of the protocol, every Transition
 * starts at the end version of the one before, every expected response arrives, and no unexpected one.
 */
import { once } from "node:events";
import { WebSocket } from "ws";
import {
  serverMessage,
  type ServerMessage,
  type Transition,
  type TransitionChunk,
} from "../../src/protocol/messages";
import { DEFAULT_LIMITS, messageBytes } from "../../src/requestLimits";
import { ProtocolModel, type Expected } from "./protocolModel";
import type { Tally } from "./tally";

const MAX_MESSAGE_BYTES = messageBytes(DEFAULT_LIMITS).maxBytes;

/** Milliseconds without a response that count as no response. */
const NO_RESPONSE_MS = 30_000;

/** An error message for people: a sentence of reasonable length. */
const SENTENCE = /^[A-Z"][^]{3,1000}\.$/;

/** A host may limit the messages of clients that are not signed in to this size. */
const LONG_MESSAGE_BYTES = 64 * 1024;

export class Conversation {
  readonly model = new ProtocolModel();
  readonly #ws: WebSocket;
  readonly #tally: Tally;
  readonly #unanswered = new Map<string, number>();
  /** The last messages, for the text of a fault. */
  readonly #sent: string[] = [];
  readonly #chunks: string[] = [];
  #version = JSON.stringify({ querySet: 0, identity: 0, ts: "AAAAAAAAAAA=" });
  #querySetVersion = 0;
  #isIdentityExpected = false;
  #mayBeRejected = false;
  #hasSentLong = false;
  #expectedCloseCode: number | null = null;
  #isAbandoned = false;
  #fatalError: string | null = null;
  #closed: number | null = null;
  #wake = () => {};

  private constructor(ws: WebSocket, tally: Tally) {
    this.#ws = ws;
    this.#tally = tally;
    ws.on("message", (data: Buffer) => this.#receive(data.toString()));
    ws.on("error", () => undefined);
    ws.on("close", (code) => {
      this.#closed = code;
      this.#wake();
    });
  }

  static async open(url: string, tally: Tally): Promise<Conversation> {
    const ws = new WebSocket(`${url.replace("http", "ws")}/api/sync`, {
      perMessageDeflate: false,
    });
    const conversation = new Conversation(ws, tally);
    await once(ws, "open");
    return conversation;
  }

  get isOver(): boolean {
    return this.#isAbandoned || this.#expectedCloseCode !== null || this.#closed !== null;
  }

  /** The next message must wait until the server has accepted or rejected the token. */
  get isUncertain(): boolean {
    return this.#isIdentityExpected;
  }

  send(message: string | Buffer, binary = false): void {
    const text = binary ? "" : textOf(message);
    this.#sent.push(binary ? "(bytes)" : String(message));
    if (this.#sent.length > 20) this.#sent.shift();
    this.#ws.send(message, { binary });
    this.#hasSentLong ||= Buffer.byteLength(message) > LONG_MESSAGE_BYTES;
    // A long text that was doubled several times can exceed the limit.
    if (Buffer.byteLength(message) > MAX_MESSAGE_BYTES) this.#expectedCloseCode = 1009;
    else if (text === null) this.#expectedCloseCode = 1007;
    else this.#expect(this.#expectedFor(text));
  }

  #expectedFor(text: string): Expected {
    try {
      return this.model.take(text);
    } catch (error) {
      this.#fault(`the codec threw ${String(error)}`);
      return { kind: "fatal" };
    }
  }

  /** Waits for all expected responses, or for the close of the connection. */
  async settle(): Promise<void> {
    const until = Date.now() + NO_RESPONSE_MS;
    while (!this.#isSettled()) {
      const left = until - Date.now();
      if (left <= 0) {
        this.#fault(`no response: ${this.#outstanding()}`);
        this.#isAbandoned = true;
        this.#ws.terminate();
        return;
      }
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        this.#wake = () => (clearTimeout(timer), resolve());
      });
    }
    if (this.#closed !== null) this.#checkClose(this.#closed);
  }

  async close(): Promise<void> {
    if (this.#closed !== null) return;
    this.#ws.close();
    await once(this.#ws, "close");
  }

  #expect(expected: Expected): void {
    switch (expected.kind) {
      case "nothing":
        return;
      case "fatal":
        this.#expectedCloseCode = 1002;
        return;
      case "answer":
        this.#unanswered.set(expected.to, (this.#unanswered.get(expected.to) ?? 0) + 1);
        return;
      case "querySet":
        return;
      case "identity":
        this.#isIdentityExpected = true;
        this.#mayBeRejected = expected.mayBeRejected;
        return;
    }
  }

  #isSettled(): boolean {
    if (this.#closed !== null) return true;
    if (this.#expectedCloseCode !== null) return false;
    return this.#outstanding() === "";
  }

  #outstanding(): string {
    const missing = [...this.#unanswered.keys()];
    if (this.#expectedCloseCode !== null) missing.push(`close code ${this.#expectedCloseCode}`);
    if (this.#isIdentityExpected) missing.push("an identity");
    if (this.#querySetVersion < this.model.querySetVersion)
      missing.push(`query set ${this.model.querySetVersion}`);
    return missing.join(", ");
  }

  #receive(text: string): void {
    const parsed = serverMessage.safeParse(JSON.parse(text));
    if (!parsed.success) {
      this.#fault(`not a message of the protocol: ${text.slice(0, 300)}`);
      return;
    }
    this.#tally.count(nameOf(parsed.data));
    this.#handle(parsed.data);
    this.#wake();
  }

  #handle(message: ServerMessage): void {
    switch (message.type) {
      case "Transition":
        return this.#transition(message);
      case "TransitionChunk":
        return this.#chunk(message);
      case "MutationResponse":
      case "ActionResponse":
        return this.#response(`${message.type.replace("Response", "")} ${message.requestId}`);
      case "AuthError":
        return this.#authError(message.error);
      case "FatalError":
        this.#fatalError = message.error;
        return;
      case "Ping":
        return;
    }
  }

  #chunk({ chunk, partNumber, totalParts }: TransitionChunk): void {
    if (partNumber !== this.#chunks.length)
      this.#fault(`chunk ${partNumber} after ${this.#chunks.length}`);
    this.#chunks.push(chunk);
    if (this.#chunks.length < totalParts) return;
    const whole = this.#chunks.join("");
    this.#chunks.length = 0;
    this.#receive(whole);
  }

  #transition({ startVersion, endVersion }: Transition): void {
    if (JSON.stringify(startVersion) !== this.#version) {
      this.#fault(`a Transition from ${JSON.stringify(startVersion)} at version ${this.#version}`);
    }
    this.#version = JSON.stringify(endVersion);
    this.#querySetVersion = endVersion.querySet;
    if (endVersion.identity === this.model.identityVersion) return;
    if (endVersion.identity !== this.model.identityVersion + 1 || !this.#isIdentityExpected) {
      this.#fault(`unexpected identity ${endVersion.identity}`);
    }
    this.model.identityVersion = endVersion.identity;
    this.#isIdentityExpected = false;
  }

  #response(to: string): void {
    const left = (this.#unanswered.get(to) ?? 0) - 1;
    if (left < 0) this.#fault(`an unexpected response to ${to}`);
    if (left <= 0) this.#unanswered.delete(to);
    else this.#unanswered.set(to, left);
  }

  #authError(error: string): void {
    if (!this.#isIdentityExpected || !this.#mayBeRejected)
      this.#fault(`unexpected AuthError: ${error}`);
    if (!SENTENCE.test(error)) this.#fault(`not a sentence: ${error}`);
    this.#isIdentityExpected = false;
  }

  #checkClose(code: number): void {
    this.#tally.count(`closed with ${code}`);
    if (code === 1009 && this.#hasSentLong) return;
    if (this.#expectedCloseCode === null) {
      this.#fault(`unexpected close with ${code}: ${this.#fatalError ?? "no FatalError"}`);
    } else if (code !== this.#expectedCloseCode) {
      this.#fault(`closed with ${code}, expected ${this.#expectedCloseCode}`);
    } else if (code === 1002 && !SENTENCE.test(this.#fatalError ?? "")) {
      this.#fault(`FatalError without a sentence: ${this.#fatalError ?? "none"}`);
    }
  }

  #fault(description: string): void {
    const after = this.#sent.slice(-3).map((text) => text.slice(0, 400));
    this.#tally.fault(`${description}; after ${after.join(" | ")}`);
  }
}

function nameOf(message: ServerMessage): string {
  if (!("success" in message)) return message.type;
  return `${message.type}, ${message.success ? "success" : "error"}`;
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Null if the bytes are not UTF-8. */
function textOf(message: string | Buffer): string | null {
  if (typeof message === "string") return message;
  try {
    return utf8.decode(message);
  } catch {
    return null;
  }
}
