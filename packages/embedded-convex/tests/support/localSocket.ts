/** An in-process connection between the real client and the sync server, for the client's `webSocketConstructor`. */
import { decodeTs } from "../../src/protocol/codec";
import type { Conversation, Peer } from "../../src/sync/conversation";
import type { SyncServer } from "../../src/sync/syncServer";

type Sync = Pick<SyncServer<never, never>, "open" | "receive" | "drop">;

/** `onTransition` is called after the client handled a Transition, with its end timestamp. */
export function localSockets(
  sync: Sync,
  onTransition: (ts: bigint) => void,
): typeof globalThis.WebSocket {
  class LocalSocket implements Peer {
    readonly isCongested = false;
    onopen: (() => void) | null = null;
    onmessage: ((event: { data: string }) => void) | null = null;
    onclose: ((event: { code: number; reason: string }) => void) | null = null;
    onerror: ((event: unknown) => void) | null = null;
    readonly #conversation: Conversation;
    #isOpen = true;

    constructor() {
      this.#conversation = sync.open(this, "http://127.0.0.1:3000");
      setImmediate(() => this.onopen?.());
    }

    /** Messages from the client to the server, and from the server to the client. */
    send(message: string | Iterable<string>): void {
      if (typeof message === "string") {
        void sync.receive(this.#conversation, message);
        return;
      }
      for (const frame of message) setImmediate(() => this.#deliver(frame));
    }

    end(code: number, reason: string): void {
      setImmediate(() => this.onclose?.({ code, reason }));
    }

    close(): void {
      this.#isOpen = false;
      sync.drop(this.#conversation);
      this.end(1000, "");
    }

    #deliver(frame: string): void {
      if (!this.#isOpen) return;
      this.onmessage?.({ data: frame });
      const message = JSON.parse(frame) as {
        type: string;
        endVersion: { ts: string };
      };
      if (message.type === "Transition") {
        onTransition(decodeTs(message.endVersion.ts));
      }
    }
  }
  return LocalSocket as unknown as typeof globalThis.WebSocket;
}
