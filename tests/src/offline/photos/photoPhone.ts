import type { ConvexReactClient } from "convex/react";
import { ConvexError } from "convex/values";
import { vi } from "vitest";
import {
  browserClock,
  type OutboxItem,
  MemoryFirstRows,
  OutboxSender,
  type OutboxStore,
} from "convex-outbox";
import { outboxRules } from "@/offline/outbox/outboxRules";
import { verdictOn } from "@/offline/outbox/outboxServer";
import { PhotoQueue } from "@/offline/photos/PhotoQueue";
import {
  createMemoryPhotoStore,
  type PhotoStore,
} from "@/offline/photos/photoStore";
import { createUploads } from "@/offline/photos/photoServer";
import { UploadFailure, type Upload } from "@/offline/photos/uploadFile";

/** The steps of a page: the wanted one ends the page or fails, before or after its effect. */
export interface Fault {
  readonly at: number;
  readonly kind: "kill before" | "kill after" | "fail before" | "fail after";
}

export const NOW = Date.UTC(2026, 10, 20, 14);

/** A page that uploads without end stops here, or the test would not end. */
const MOST_UPLOADS = 100;

const notFound = (field: string) =>
  new ConvexError({
    code: "NOT_FOUND",
    field,
    message: "That file is no longer there.",
  });

/** A phone's store and the server, which outlive the pages. */
export class PhotoPhone {
  readonly store = createMemoryPhotoStore();
  readonly files = new Set<string>();
  readonly thumbnails = new Set<string>();
  readonly jobs = new Map<string, string[]>();
  readonly intents = new Set<string>();
  uploads = 0;
  /** What an upload is answered with, if it is not stored. */
  uploadFailure: Error | null = null;
  /** An upload over a dead line ends only when the page stops it. */
  isLineDead = false;
  /** Why no job is created, if none is. */
  jobRefusal: ConvexError<{ code: string; message: string }> | null = null;
  isReachable = true;
  /** How many of the next reads of the store fail. */
  failingReads = 0;

  /** Begins to send what the store has. `steps` counts what it did. */
  open(fault: Fault | null = null) {
    const page = new Page(fault);
    let outbox: OutboxSender | null = null;
    const isReady = () => this.isReachable && !page.isDead;
    const readiness = {
      isReady,
      epoch: () => "",
      whileReady: (work: Promise<void>) => work,
    };
    const store = page.storeOf({
      ...this.store,
      read: () =>
        (this.failingReads -= 1) < 0
          ? this.store.read()
          : Promise.reject(lost()),
    });
    const queue = new PhotoQueue(
      {
        store,
        server: { ...readiness, ...this.#uploadsOf(page) },
        lock: NO_LOCK,
        clock: browserClock,
        newId: () => crypto.randomUUID(),
        release: "test",
      },
      {
        onChange: () => undefined,
        onRemoved: () => undefined,
        onRefused: () => undefined,
        onWritten: (_rows, isOutboxWritten) => {
          if (isOutboxWritten) outbox?.wake();
        },
      },
    );
    const rows = new MemoryFirstRows(outboxOf(store), {
      clock: browserClock,
      isAnswered: () => false,
      onItems: () => undefined,
      onBack: () => outbox?.wake(),
      onStored: () =>
        void queue
          .reread()
          .catch(() => undefined)
          .then(() => queue.sender.follow()),
    });
    outbox = new OutboxSender({
      rules: outboxRules,
      rows,
      server: {
        ...readiness,
        send: (item) => page.step(() => this.#apply(item)),
        verdictOn,
      },
      ...{ lock: NO_LOCK, clock: browserClock },
      onOutcome: () => undefined,
    });
    void queue.start().catch(() => undefined);
    outbox.wake();
    return { queue, outbox, page };
  }

  #uploadsOf(page: Page) {
    return {
      upload: ({ name, signal }: Pick<Upload, "name" | "signal">) =>
        page.step(() => this.#upload(name, signal)),
      sendThumbnail: (fileId: string) =>
        page
          .step(() => void this.thumbnails.add(fileId))
          .catch(() => undefined),
      ...UPLOADS,
    };
  }

  async #upload(name: string, signal: AbortSignal): Promise<string> {
    const fileId = `${name} ${(this.uploads += 1)}`;
    if (this.uploads > MOST_UPLOADS) return await never();
    if (this.isLineDead)
      await new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(stopped()));
      });
    if (this.uploadFailure !== null) throw this.uploadFailure;
    this.files.add(fileId);
    return fileId;
  }

  #apply({ id, call, args }: OutboxItem): null {
    if (this.intents.has(id)) return null;
    const key = args["id"] as string;
    if (call === "jobs:create" && this.jobRefusal !== null)
      throw this.jobRefusal;
    if (call === "jobs:create") this.jobs.set(args["clientKey"] as string, []);
    else {
      const list = this.jobs.get(key);
      if (list === undefined) throw notFound("id");
      const fileIds = args["fileIds"] as string[];
      if (!fileIds.every((fileId) => this.files.has(fileId)))
        throw notFound(args["field"] as string);
      list.push(...fileIds);
    }
    this.intents.add(id);
    return null;
  }
}

/** The page's own judgment of failures. */
const {
  verdictOn: uploadVerdictOn,
  isBlocked,
  messageOf,
} = createUploads({} as ConvexReactClient, null);
const UPLOADS = { verdictOn: uploadVerdictOn, isBlocked, messageOf };

class Page {
  readonly #fault: Fault | null;
  steps = 0;
  isDead = false;

  constructor(fault: Fault | null) {
    this.#fault = fault;
  }

  async step<T>(effect: () => T | Promise<T>): Promise<T> {
    if (this.isDead) return await never();
    const isFaulty = (this.steps += 1) === this.#fault?.at;
    const kind = isFaulty ? this.#fault?.kind : undefined;
    if (kind === "kill before") return await this.#die();
    if (kind === "fail before") throw lost();
    const value = await effect();
    if (kind === "kill after") return await this.#die();
    if (kind === "fail after") throw lost();
    return this.isDead ? await never() : value;
  }

  storeOf(store: PhotoStore): PhotoStore {
    return {
      read: () => this.step(() => store.read()),
      transact: (change, added) =>
        this.step(() => store.transact(change, added)),
      bytes: (id, part) => this.step(() => store.bytes(id, part)),
    };
  }

  async #die(): Promise<never> {
    this.isDead = true;
    return await never();
  }
}

const NO_LOCK = { hold: <T>(work: () => Promise<T>) => work() };

const stopped = () => new UploadFailure("The upload was stopped.", "passing");
const lost = () => new UploadFailure("The connection was lost.", "passing");
const never = () => new Promise<never>(() => {});

function outboxOf(photos: PhotoStore): OutboxStore {
  return {
    isDurable: false,
    read: async () => (await photos.read()).changes,
    transact: async (change) => {
      const { result, rows } = await photos.transact(({ changes }) => {
        const step = change(changes);
        return {
          changes: step.put ?? [],
          removedChanges: step.remove ?? [],
          result: step.result,
        };
      });
      return { result, items: rows.changes };
    },
  };
}

export const settle = () => vi.advanceTimersByTimeAsync(120_000);

export const aPhoto = (id: string, key = "job1") => ({
  id,
  subject: { key, label: "12 Elm Street" },
  isHeld: false,
  field: "job_photo_estimate" as const,
  name: `${id}.jpg`,
  type: "image/jpeg",
  at: NOW,
});
export const bytes = {
  picture: new ArrayBuffer(8),
  thumbnail: new ArrayBuffer(2),
};

export function aPhoneWithJob(): PhotoPhone {
  const phone = new PhotoPhone();
  phone.jobs.set("job1", []);
  return phone;
}

/** A phone that has two photos of a job, and another one of a job that it makes. */
export async function aPhotoPhone() {
  const phone = new PhotoPhone();
  phone.jobs.set("job1", []);
  phone.isReachable = false;
  const { queue } = phone.open();
  await queue.add(aPhoto("a"), bytes);
  await queue.add(aPhoto("b"), bytes);
  await queue.add({ ...aPhoto("c", "key1"), isHeld: true }, bytes);
  await queue.change(() => ({
    changes: [
      {
        id: "create",
        order: 1,
        call: "jobs:create",
        args: { clientKey: "key1" },
        subject: { key: "key1", label: "9 Oak Street" },
        creates: "key1",
        field: null,
        label: "New job",
        at: NOW,
        release: "test",
        attempts: 0,
        state: { kind: "waiting" },
      },
    ],
    result: null,
  }));
  phone.isReachable = true;
  return phone;
}
