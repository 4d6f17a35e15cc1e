/**
 * What the server owes for each message that it is sent: the protocol's rules once more, in few lines, so that an answer that does
 * not come, one that nobody asked for and a connection that ends without need are all seen.
 */
import {
  decodeClientMessage,
  ProtocolError,
} from "../../packages/embedded-convex/src/protocol/codec";
import type {
  ClientMessage,
  ModifyQuerySet,
} from "../../packages/embedded-convex/src/protocol/messages";
import { MAX_QUERIES } from "../../packages/embedded-convex/src/sync/session";

export type Owed =
  | { readonly kind: "nothing" }
  /** A FatalError, and the end of the connection. */
  | { readonly kind: "fatal" }
  | { readonly kind: "answer"; readonly to: string }
  | { readonly kind: "querySet"; readonly version: number }
  /** The next version of the identity; or an AuthError, where a token was sent. */
  | { readonly kind: "identity"; readonly mayBeRefused: boolean };

const FATAL: Owed = { kind: "fatal" };

export class ProtocolModel {
  #isConnected = false;
  querySetVersion = 0;
  identityVersion = 0;
  readonly queryIds = new Set<number>();

  /** Anything but a ProtocolError from the codec is a fault found on the spot, and thrown. */
  take(text: string): Owed {
    let message: ClientMessage;
    try {
      message = decodeClientMessage(text);
    } catch (error) {
      if (error instanceof ProtocolError) return FATAL;
      throw error;
    }
    if (message.type === "Connect") {
      if (this.#isConnected) return FATAL;
      this.#isConnected = true;
      return { kind: "nothing" };
    }
    if (!this.#isConnected) return FATAL;
    switch (message.type) {
      case "Authenticate":
        if (message.baseVersion !== this.identityVersion) return FATAL;
        return { kind: "identity", mayBeRefused: message.tokenType !== "None" };
      case "ModifyQuerySet":
        return this.#modify(message);
      case "Mutation":
      case "Action":
        return { kind: "answer", to: `${message.type} ${message.requestId}` };
      case "Event":
        return { kind: "nothing" };
    }
  }

  #modify({ baseVersion, newVersion, modifications }: ModifyQuerySet): Owed {
    if (baseVersion !== this.querySetVersion || newVersion !== baseVersion + 1)
      return FATAL;
    for (const modification of modifications) {
      const { queryId } = modification;
      if (modification.type === "Remove") {
        if (!this.queryIds.delete(queryId)) return FATAL;
      } else {
        if (this.queryIds.has(queryId)) return FATAL;
        if (this.queryIds.size >= MAX_QUERIES) return FATAL;
        this.queryIds.add(queryId);
      }
    }
    this.querySetVersion = newVersion;
    return { kind: "querySet", version: newVersion };
  }
}
