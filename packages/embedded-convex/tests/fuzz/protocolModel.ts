/**
 * What a client may expect in response to each message: the rules of the protocol in a few lines, so that missing
 * responses, unexpected responses and needless disconnects are detected.
 */
import { decodeClientMessage, ProtocolError } from "../../src/protocol/codec";
import type { ClientMessage, ModifyQuerySet } from "../../src/protocol/messages";

export type Expected =
  | { readonly kind: "nothing" }
  /** A FatalError, and the close of the connection. */
  | { readonly kind: "fatal" }
  | { readonly kind: "answer"; readonly to: string }
  | { readonly kind: "querySet"; readonly version: number }
  /** The next identity version, or an AuthError if a token was sent. */
  | { readonly kind: "identity"; readonly mayBeRejected: boolean };

const FATAL: Expected = { kind: "fatal" };

export class ProtocolModel {
  #isConnected = false;
  querySetVersion = 0;
  identityVersion = 0;
  readonly queryIds = new Set<number>();

  /** @throws any error of the codec but a ProtocolError: such an error is a fault. */
  take(text: string): Expected {
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
        return {
          kind: "identity",
          mayBeRejected: message.tokenType !== "None",
        };
      case "ModifyQuerySet":
        return this.#modify(message);
      case "Mutation":
      case "Action":
        return { kind: "answer", to: `${message.type} ${message.requestId}` };
      case "Event":
        return { kind: "nothing" };
    }
  }

  #modify({ baseVersion, newVersion, modifications }: ModifyQuerySet): Expected {
    if (baseVersion !== this.querySetVersion || newVersion !== baseVersion + 1) return FATAL;
    for (const modification of modifications) {
      const { queryId } = modification;
      if (modification.type === "Remove") {
        if (!this.queryIds.delete(queryId)) return FATAL;
      } else {
        if (this.queryIds.has(queryId)) return FATAL;
        this.queryIds.add(queryId);
      }
    }
    this.querySetVersion = newVersion;
    return { kind: "querySet", version: newVersion };
  }
}
