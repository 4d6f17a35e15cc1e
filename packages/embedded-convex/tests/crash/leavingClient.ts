/**
 * A client that sends messages without waiting for responses and closes before it has them all, like a phone that is
 * switched off.
 */
import type { ConvexClient } from "convex/browser";
import { api } from "../chat/convex/_generated/api";
import type { MessageRecord } from "./ledger";
import { signedInClient, type ClientOptions } from "./worker";

export class LeavingClient {
  readonly #options: ClientOptions;
  readonly #client: Promise<ConvexClient>;
  readonly #messages: MessageRecord[] = [];
  #hasLeft = false;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#client = signedInClient(options);
    void this.#client.then((client) => this.#send(client));
  }

  leave(): void {
    this.#hasLeft = true;
    for (const message of this.#messages) if (message.state === "sent") message.state = "unknown";
    void this.#client.then((client) => client.close());
  }

  async #send(client: ConvexClient): Promise<void> {
    const { ledger, name, randomOf } = this.#options;
    const random = randomOf(name);
    for (let at = 0; !this.#hasLeft; at += 1) {
      const message = ledger.message(`${name} message ${at}`);
      this.#messages.push(message);
      client
        .mutation(api.messages.send, {
          channel: ledger.channel,
          body: message.text,
        })
        .then((id) => {
          message.id = id;
          message.state = "exists";
        })
        .catch((error: unknown) => ledger.errors.push(`${name}: ${String(error)}`));
      await new Promise((resolve) => setTimeout(resolve, random.between(0, 20)));
    }
  }
}
