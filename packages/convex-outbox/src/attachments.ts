/**
 * Changes with bytes: an outbox whose changes are sent once the server has their bytes, such as photos. Its store is a
 * separate one: where a device has no room for the bytes, it still stores the other changes.
 */
import { AttachmentRules, uploaded, type Expiry } from "./attachmentRules";
import { OutboxClient, type ClientParts } from "./outboxClient";
import { isUploaded, type OutboxChange, type OutboxItem, type OutboxStep } from "./outboxItem";
import type { OutboxServer, OutboxStore } from "./outboxParts";
import { isDiscardable } from "./restoredData";

/** Milliseconds. Once the connection is back, an upload without progress for this long is begun again. */
const STALLED_MS = 5000;

type Items = readonly OutboxItem[];

/** A store that writes and removes the bytes of a change with its row. */
export interface AttachmentStore<Bytes> {
  readonly read: OutboxStore["read"];
  /** Like `transact` of RowStore. `bytesOf` returns the bytes of changes that the store does not have yet. */
  readonly transact: <T>(
    change: (items: Items) => OutboxStep<T>,
    bytesOf: (id: string) => Bytes | undefined,
  ) => Promise<{ readonly result: T; readonly items: Items }>;
}

interface Upload {
  readonly signal: AbortSignal;
  /** Called with the fraction of bytes sent, 0 to 1. */
  readonly onProgress: (fraction: number) => void;
}

export interface AttachmentServer extends OutboxServer {
  /** Resolves with what the server calls the stored bytes. */
  readonly upload: (item: OutboxItem, upload: Upload) => Promise<string>;
  /** Whether the server has refused the change because it no longer has the bytes. */
  readonly isFileGone: (error: unknown, item: OutboxItem) => boolean;
  /** Why an attempt failed, as a sentence. */
  readonly messageOf: (error: unknown) => string;
}

interface AttachmentParts<Bytes> extends Omit<ClientParts, "rules" | "store"> {
  readonly expiry: Expiry;
  readonly store: AttachmentStore<Bytes>;
  readonly server: AttachmentServer;
  /** Whether the change waits for one of another outbox, such as the creation of its row. */
  readonly waits: (item: OutboxItem) => boolean;
}

export interface AttachmentEvents {
  /** Called when what a screen shows of the changes may have changed. */
  readonly onChange: () => void;
  /** Called when a change has left the outbox. `isSaved` tells whether the server has it. */
  readonly onRemoved: (item: OutboxItem, isSaved: boolean) => void;
  /** Called when the server has refused the bytes. */
  readonly onRefused: (item: OutboxItem, message: string) => void;
}

/** Why the last attempt of this tab failed. The tab will try again. */
export interface AttachmentFailure {
  readonly message: string;
  /** See OutboxServer. */
  readonly isBlocked: boolean;
}

interface Attempt {
  readonly abort: AbortController;
  progress: number;
  progressedAt: number;
}

/**
 * An attempt uploads the bytes, records their name in the row and sends the change, under the id of the row. So it
 * never matters where an attempt ended: bytes whose name was not recorded are uploaded again, and the server applies
 * the change once, with one of its files.
 */
export class Attachments<Bytes> {
  readonly client: OutboxClient;
  readonly #parts: AttachmentParts<Bytes>;
  readonly #events: AttachmentEvents;
  /** The bytes of each change, by its id, until the store has them. */
  readonly #bytes = new Map<string, Bytes>();
  readonly #attempts = new Map<string, Attempt>();
  readonly #failures = new Map<string, AttachmentFailure>();
  readonly #discarded = new Set<string>();
  readonly #stopFollowing: () => void;
  #items: Items = [];
  #isStopped = false;

  constructor(parts: AttachmentParts<Bytes>, events: AttachmentEvents) {
    this.#parts = parts;
    this.#events = events;
    const { store, server, expiry, waits } = parts;
    this.client = new OutboxClient({
      ...parts,
      rules: new AttachmentRules(expiry, waits),
      server: { ...server, send: (item) => this.#send(item) },
      store: {
        read: store.read,
        transact: async (change) => {
          const done = await store.transact(change, this.bytesOf);
          for (const { id } of done.items) this.#bytes.delete(id);
          return done;
        },
      },
    });
    this.#stopFollowing = this.client.subscribe(() => this.#follow());
  }

  /** The bytes that the store does not have yet. */
  readonly bytesOf = (id: string): Bytes | undefined => this.#bytes.get(id);

  /** The fraction of bytes that this tab has sent; null if it is not sending them. */
  readonly progressOf = (id: string): number | null => this.#attempts.get(id)?.progress ?? null;

  readonly failureOf = (id: string): AttachmentFailure | null => this.#failures.get(id) ?? null;

  /** Resolves to whether the device keeps the change and its bytes, once that is known. */
  async add(change: OutboxChange, bytes: Bytes): Promise<boolean> {
    this.#bytes.set(change.id, bytes);
    return await this.client.put(change).isStored;
  }

  /** Sends a refused change again, or ends the pause of a waiting one. */
  async retry(id: string): Promise<void> {
    this.#failures.delete(id);
    await this.client.retry(id);
  }

  /**
   * Discards the given changes that the server cannot have. Resolves to false if some of them stay, because the store
   * cannot remove them now: the next page would send them.
   */
  async discard(isDiscarded: (item: OutboxItem) => boolean): Promise<boolean> {
    const { client } = this;
    const discarded = client
      .items()
      .filter((item) => isDiscarded(item) && isDiscardable(item, client.epoch()))
      .map(async ({ id }) => {
        this.#discarded.add(id);
        const isGone = await client.discard(id);
        if (!isGone) this.#discarded.delete(id);
        return isGone;
      });
    return (await Promise.all(discarded)).every(Boolean);
  }

  /** Called when the connection, the sign-in or the visibility of the page has changed. */
  wake(): void {
    const now = this.#parts.clock.now();
    for (const { abort, progressedAt } of this.#attempts.values())
      if (now - progressedAt > STALLED_MS) abort.abort();
    this.client.wake();
  }

  stop(): void {
    this.#isStopped = true;
    this.#stopFollowing();
    this.client.stop();
    for (const { abort } of this.#attempts.values()) abort.abort();
  }

  #follow(): void {
    const before = this.#items;
    this.#items = this.client.items();
    for (const item of before) {
      const { id, state } = item;
      if (this.#has(id)) continue;
      this.#bytes.delete(id);
      this.#failures.delete(id);
      this.#attempts.get(id)?.abort.abort();
      const isSaved = state.kind !== "refused" && !this.#discarded.has(id);
      this.#events.onRemoved(item, isSaved);
    }
    this.#events.onChange();
  }

  async #send(item: OutboxItem): Promise<unknown> {
    const { server } = this.#parts;
    try {
      const value = await this.#uploadAndSend(item);
      this.#failures.delete(item.id);
      return value;
    } catch (error) {
      const isPassing = server.verdictOn(error) === null;
      const isBlocked = server.isBlocked?.(error) === true;
      const message = server.messageOf(error);
      this.#failures.delete(item.id);
      if (isPassing && this.#has(item.id)) this.#failures.set(item.id, { message, isBlocked });
      throw error;
    }
  }

  async #uploadAndSend(item: OutboxItem): Promise<unknown> {
    const { server } = this.#parts;
    const ready = isUploaded(item) ? item : await this.#upload(item);
    try {
      return await server.send(ready);
    } catch (error) {
      // Only bytes of an earlier attempt are uploaded again: repeating this attempt might never end.
      if (ready !== item || !server.isFileGone(error, item)) throw error;
      return await server.send(await this.#upload(item));
    }
  }

  /** Resolves with the row once it has the name of the bytes. If another tab was faster, its upload counts. */
  async #upload(item: OutboxItem): Promise<OutboxItem> {
    const file = await this.#uploadBytes(item);
    const [at, epoch] = [this.#parts.clock.now(), this.client.epoch()];
    const ready = await this.client.change((items) => uploaded(items, item, { file, at, epoch }));
    if (ready === null) throw new Error("The change was discarded.");
    return ready;
  }

  /** An upload that stalled on a dead connection begins again at once, and does not count as a failure. */
  async #uploadBytes(item: OutboxItem): Promise<string> {
    const { clock, server } = this.#parts;
    for (;;) {
      const abort = new AbortController();
      const attempt = { abort, progress: 0, progressedAt: clock.now() };
      this.#attempts.set(item.id, attempt);
      this.#events.onChange();
      const onProgress = (progress: number) => {
        Object.assign(attempt, { progress, progressedAt: clock.now() });
        this.#events.onChange();
      };
      const { signal } = abort;
      try {
        return await server.upload(item, { signal, onProgress });
      } catch (error) {
        const isRestarted = signal.aborted && !this.#isStopped;
        if (isRestarted && this.#has(item.id)) continue;
        const verdict = server.verdictOn(error);
        if (verdict !== null && verdict !== "signIn") this.#events.onRefused(item, verdict.message);
        throw error;
      } finally {
        this.#attempts.delete(item.id);
        this.#events.onChange();
      }
    }
  }

  #has(id: string): boolean {
    return this.#items.some((item) => item.id === id);
  }
}
