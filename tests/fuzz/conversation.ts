/**
 * One attacking connection, and what it is told: every frame must be a message of the protocol, every Transition must begin where
 * the last one ended, everything owed must come, and nothing else.
 */
import { once } from "node:events";
import { WebSocket } from "ws";
import {
  serverMessage,
  type ServerMessage,
  type Transition,
  type TransitionChunk,
  MAX_MESSAGE_BYTES,
} from "../../packages/embedded-convex/src/protocol/messages";
import { ProtocolModel, type Owed } from "./protocolModel";
import type { Tally } from "./tally";

/** Longer than that, and it counts as never. */
const PATIENCE_MS = 30_000;

const SENTENCE = /^[A-Z"][^]{3,1000}\.$/;

export class Conversation {
  readonly model = new ProtocolModel();
  readonly #ws: WebSocket;
  readonly #tally: Tally;
  readonly #unanswered = new Map<string, number>();
  /** The last that was sent: what a finding is about. */
  readonly #sent: string[] = [];
  readonly #chunks: string[] = [];
  #told = JSON.stringify({ querySet: 0, identity: 0, ts: "AAAAAAAAAAA=" });
  #querySetTold = 0;
  #isIdentityOwed = false;
  #mayBeRefused = false;
  #mustEnd: number | null = null;
  #isGivenUp = false;
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
    return this.#isGivenUp || this.#mustEnd !== null || this.#closed !== null;
  }

  /** What the server decides alone must be known before more can be said. */
  get isUncertain(): boolean {
    return this.#isIdentityOwed;
  }

  send(message: string | Buffer, binary = false): void {
    const text = binary ? "" : textOf(message);
    this.#sent.push(binary ? "(bytes)" : String(message));
    if (this.#sent.length > 20) this.#sent.shift();
    this.#ws.send(message, { binary });
    // A long text that is doubled several times over may come to more than is read at all.
    if (Buffer.byteLength(message) > MAX_MESSAGE_BYTES) this.#mustEnd = 1009;
    else if (text === null) this.#mustEnd = 1007;
    else this.#owe(this.#owedFor(text));
  }

  #owedFor(text: string): Owed {
    try {
      return this.model.take(text);
    } catch (error) {
      this.#fault(`the codec threw ${String(error)}`);
      return { kind: "fatal" };
    }
  }

  /** Waits for all that is owed, or for the end. */
  async settle(): Promise<void> {
    const until = Date.now() + PATIENCE_MS;
    while (!this.#isSettled()) {
      const left = until - Date.now();
      if (left <= 0) {
        this.#fault(`no answer: ${this.#stillOwed()}`);
        this.#isGivenUp = true;
        this.#ws.terminate();
        return;
      }
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        this.#wake = () => (clearTimeout(timer), resolve());
      });
    }
    if (this.#closed !== null) this.#judgeEnd(this.#closed);
  }

  async close(): Promise<void> {
    if (this.#closed !== null) return;
    this.#ws.close();
    await once(this.#ws, "close");
  }

  #owe(owed: Owed): void {
    switch (owed.kind) {
      case "nothing":
        return;
      case "fatal":
        this.#mustEnd = 1002;
        return;
      case "answer":
        this.#unanswered.set(owed.to, (this.#unanswered.get(owed.to) ?? 0) + 1);
        return;
      case "querySet":
        return;
      case "identity":
        this.#isIdentityOwed = true;
        this.#mayBeRefused = owed.mayBeRefused;
        return;
    }
  }

  #isSettled(): boolean {
    if (this.#closed !== null) return true;
    if (this.#mustEnd !== null) return false;
    return this.#stillOwed() === "";
  }

  #stillOwed(): string {
    const owed = [...this.#unanswered.keys()];
    if (this.#mustEnd !== null) owed.push(`the end, ${this.#mustEnd}`);
    if (this.#isIdentityOwed) owed.push("an identity");
    if (this.#querySetTold < this.model.querySetVersion)
      owed.push(`query set ${this.model.querySetVersion}`);
    return owed.join(", ");
  }

  #receive(text: string): void {
    const parsed = serverMessage.safeParse(JSON.parse(text));
    if (!parsed.success) {
      this.#fault(`no message of the protocol: ${text.slice(0, 300)}`);
      return;
    }
    this.#tally.count(nameOf(parsed.data));
    this.#hear(parsed.data);
    this.#wake();
  }

  #hear(message: ServerMessage): void {
    switch (message.type) {
      case "Transition":
        return this.#moved(message);
      case "TransitionChunk":
        return this.#join(message);
      case "MutationResponse":
      case "ActionResponse":
        return this.#answered(
          `${message.type.replace("Response", "")} ${message.requestId}`,
        );
      case "AuthError":
        return this.#refused(message.error);
      case "FatalError":
        this.#fatalError = message.error;
        return;
      case "Ping":
        return;
    }
  }

  #join({ chunk, partNumber, totalParts }: TransitionChunk): void {
    if (partNumber !== this.#chunks.length)
      this.#fault(`chunk ${partNumber} after ${this.#chunks.length}`);
    this.#chunks.push(chunk);
    if (this.#chunks.length < totalParts) return;
    const whole = this.#chunks.join("");
    this.#chunks.length = 0;
    this.#receive(whole);
  }

  #moved({ startVersion, endVersion }: Transition): void {
    if (JSON.stringify(startVersion) !== this.#told) {
      this.#fault(
        `a Transition from ${JSON.stringify(startVersion)}, while it was at ${this.#told}`,
      );
    }
    this.#told = JSON.stringify(endVersion);
    this.#querySetTold = endVersion.querySet;
    if (endVersion.identity === this.model.identityVersion) return;
    if (
      endVersion.identity !== this.model.identityVersion + 1 ||
      !this.#isIdentityOwed
    ) {
      this.#fault(`identity ${endVersion.identity}, unasked`);
    }
    this.model.identityVersion = endVersion.identity;
    this.#isIdentityOwed = false;
  }

  #answered(to: string): void {
    const left = (this.#unanswered.get(to) ?? 0) - 1;
    if (left < 0) this.#fault(`an answer to ${to}, which was not asked`);
    if (left <= 0) this.#unanswered.delete(to);
    else this.#unanswered.set(to, left);
  }

  #refused(error: string): void {
    if (!this.#isIdentityOwed || !this.#mayBeRefused)
      this.#fault(`AuthError, unasked: ${error}`);
    if (!SENTENCE.test(error)) this.#fault(`no sentence: ${error}`);
    this.#isIdentityOwed = false;
  }

  #judgeEnd(code: number): void {
    this.#tally.count(`closed with ${code}`);
    if (this.#mustEnd === null) {
      this.#fault(
        `ended without need, with ${code}: ${this.#fatalError ?? "no word"}`,
      );
    } else if (code !== this.#mustEnd) {
      this.#fault(`ended with ${code} in place of ${this.#mustEnd}`);
    } else if (code === 1002 && !SENTENCE.test(this.#fatalError ?? "")) {
      this.#fault(
        `FatalError without a sentence: ${this.#fatalError ?? "none"}`,
      );
    }
  }

  #fault(what: string): void {
    const after = this.#sent.slice(-3).map((text) => text.slice(0, 400));
    this.#tally.fault(`${what}; after ${after.join(" | ")}`);
  }
}

function nameOf(message: ServerMessage): string {
  if (!("success" in message)) return message.type;
  return `${message.type}, ${message.success ? "done" : "refused"}`;
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Null for what is not UTF-8. */
function textOf(message: string | Buffer): string | null {
  if (typeof message === "string") return message;
  try {
    return utf8.decode(message);
  } catch {
    return null;
  }
}
