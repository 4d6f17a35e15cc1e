/**
 * A real client that works for the whole run, in concurrent lanes with their own messages. Its requests come from a
 * seeded generator, the responses go into the ledger. Every request is valid, so every error is a violation.
 */
import { createHash } from "node:crypto";
import { ConvexClient } from "convex/browser";
import type { GenericId } from "convex/values";
import { api } from "../chat/convex/_generated/api";
import { tokenFor } from "../chat/tokens";
import type { Random } from "../support/random";
import { edited } from "./check";
import type { Ledger, MessageRecord } from "./ledger";
import { countingSocket, type Traffic } from "./traffic";
import type { TrafficEvents } from "./trafficEvents";
import { photo, upload } from "./upload";

export interface Surroundings {
  readonly url: string;
  /** A generator for each label, so that the requests of one client do not change those of another. */
  readonly randomOf: (label: string) => Random;
  readonly traffic: Traffic;
  readonly events: TrafficEvents;
}

export interface ClientOptions extends Surroundings {
  readonly name: string;
  readonly ledger: Ledger;
}

const LANES = 3;
const MAX_MESSAGES = 6;

/** Signed in as the channel's user, who may edit the messages of all its clients. */
export async function signedInClient({
  url,
  traffic,
  events,
  ledger,
}: ClientOptions): Promise<ConvexClient> {
  const client = new ConvexClient(url, {
    webSocketConstructor: countingSocket(traffic, events),
    logger: false,
    unsavedChangesWarning: false,
  });
  // Mutations before the sign-in would have no author.
  await new Promise<void>((resolve) =>
    client.setAuth(
      () => Promise.resolve(tokenFor(ledger.channel)),
      (isSignedIn) => {
        if (isSignedIn) resolve();
      },
    ),
  );
  return client;
}

export class Worker {
  readonly #client: ConvexClient;
  readonly #lanes: Lane[];

  constructor(client: ConvexClient, options: ClientOptions) {
    this.#client = client;
    this.#lanes = Array.from(
      { length: LANES },
      (_, at) => new Lane(client, { ...options, name: `${options.name}.${at}` }),
    );
  }

  /** Resolves when `isGoing` is false and every request has its response. */
  async run(isGoing: () => boolean): Promise<void> {
    await Promise.all(this.#lanes.map((lane) => lane.run(isGoing)));
  }

  close(): Promise<void> {
    return this.#client.close();
  }
}

class Lane {
  readonly #client: ConvexClient;
  readonly #options: ClientOptions;
  readonly #random: Random;
  /** The messages that this lane may edit or delete. */
  readonly #messages: MessageRecord[] = [];
  #made = 0;

  constructor(client: ConvexClient, options: ClientOptions) {
    this.#client = client;
    this.#options = options;
    this.#random = options.randomOf(options.name);
  }

  async run(isGoing: () => boolean): Promise<void> {
    const { ledger, name } = this.#options;
    while (isGoing()) {
      try {
        await this.#step();
      } catch (error) {
        ledger.errors.push(`${name}: ${String(error)}`);
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, this.#random.between(0, 12)));
    }
  }

  #step(): Promise<void> {
    const random = this.#random;
    if (random.chance(0.1)) return this.#remind();
    if (this.#messages.length === 0) return this.#send(null);
    const message = random.pick(this.#messages);
    const drawn = random.next();
    if (drawn < 0.4) return this.#edit(message);
    if (this.#messages.length >= MAX_MESSAGES || drawn > 0.85) return this.#remove(message);
    return drawn < 0.6 ? this.#sendWithFile() : this.#send(null);
  }

  #newText(kind: string): string {
    this.#made += 1;
    return `${this.#options.name} ${kind} ${this.#made}`;
  }

  async #send(file: string | null): Promise<void> {
    const { ledger } = this.#options;
    const message = ledger.message(this.#newText("message"), file);
    message.id = await this.#client.mutation(api.messages.send, {
      channel: ledger.channel,
      body: message.text,
      ...(file === null ? {} : { file: file as GenericId<"_storage"> }),
    });
    message.state = "exists";
    this.#messages.push(message);
  }

  async #sendWithFile(): Promise<void> {
    const { ledger, events } = this.#options;
    const bytes = photo(this.#random);
    const url = await this.#client.mutation(api.files.generateUploadUrl, {});
    const response = await upload(url, bytes, events);
    if (response === null) {
      ledger.brokenUploads += 1;
      return;
    }
    if (response.status !== 200) throw new Error(`Upload: ${response.status} ${response.body}`);
    const { storageId } = JSON.parse(response.body) as { storageId: string };
    const sha256 = createHash("sha256").update(bytes).digest("base64");
    ledger.uploads.set(storageId, sha256);
    await this.#send(storageId);
  }

  async #edit(message: MessageRecord): Promise<void> {
    const body = edited(message.text, this.#random.below(1_000_000));
    const id = message.id as GenericId<"messages">;
    await this.#client.mutation(api.messages.edit, { id, body });
    message.body = body;
  }

  async #remove(message: MessageRecord): Promise<void> {
    const id = message.id as GenericId<"messages">;
    await this.#client.mutation(api.messages.remove, { id });
    message.state = "deleted";
    this.#messages.splice(this.#messages.indexOf(message), 1);
  }

  async #remind(): Promise<void> {
    const { ledger, events } = this.#options;
    const body = this.#newText("reminder");
    await this.#client.mutation(api.reminders.schedule, {
      channel: ledger.channel,
      body,
      afterMs: this.#random.below(200),
    });
    ledger.reminders.add(body);
    events.emit("scheduled");
  }
}
