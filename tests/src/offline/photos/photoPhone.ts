import type { ConvexReactClient } from "convex/react";
import { ConvexError } from "convex/values";
import { vi } from "vitest";
import {
  apply,
  browserClock,
  createMemoryStore,
  OutboxClient,
  type ConvexServer,
  type OtherTabs,
  type OutboxChange,
  type OutboxItem,
  type OutboxStore,
} from "convex-outbox";
import { bytesKey, type KeptPhoto, type PhotoBytes } from "@/offline/device/photoRow";
import { outboxRules } from "@/offline/outbox/outboxRules";
import { verdictOn } from "@/offline/outbox/outboxServer";
import { openKeptPhotos } from "@/offline/photos/keptPhotos";
import { changeOf, isPhoto, sentChange, type ChosenPhoto } from "@/offline/photos/photoRules";
import { itemOf, PHOTO_PARTS, rowOf, type PhotoStore } from "@/offline/photos/photoStore";
import { createPhotoServer } from "@/offline/photos/photoServer";
import { OWNER } from "../../../support/deviceStores";
import { UploadFailure } from "@/offline/photos/uploadFile";

/**
 * The steps of a page: the wanted one ends the page or fails, before or after its effect. If it is one of a store, it
 * may have its effect and never be answered.
 */
export interface Fault {
  readonly at: number;
  readonly kind: "kill before" | "kill after" | "fail before" | "fail after" | "hang";
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

/** The keys of the jobs that the server does not have. */
interface Begun {
  readonly drafts: readonly string[];
  readonly creations: readonly (string | undefined)[];
}

/** A store of photos in memory. */
class MemoryPhotos implements PhotoStore {
  photos: readonly KeptPhoto[] = [];
  readonly #begun: () => Promise<Begun>;
  readonly #bytes = new Map<string, ArrayBuffer>();

  constructor(begun: () => Promise<Begun>) {
    this.#begun = begun;
  }

  readonly read = () => Promise.resolve(this.photos.map(itemOf));

  readonly transact: PhotoStore["transact"] = (change, bytesOf) => {
    const before = this.photos.map(itemOf);
    const { result, ...step } = change(before);
    const items = apply(before, step);
    this.photos = items.filter(isPhoto).map(rowOf);
    for (const id of step.remove ?? [])
      for (const part of PHOTO_PARTS) this.#bytes.delete(bytesKey(id, part));
    for (const { id } of step.put ?? [])
      for (const part of PHOTO_PARTS) {
        const value = bytesOf(id)?.[part];
        if (value) this.#bytes.set(bytesKey(id, part), value);
      }
    return Promise.resolve({ result, items });
  };

  readonly left = async () => {
    const { drafts, creations } = await this.#begun();
    return this.photos
      .filter(({ isHeld, subject: { key } }) => isHeld && !drafts.includes(key))
      .map(({ id, subject: { key } }) => ({ id, key, isWaiting: creations.includes(key) }));
  };

  readonly bytes: PhotoStore["bytes"] = (id, part) =>
    Promise.resolve(this.#bytes.get(bytesKey(id, part)) ?? null);
}

/** A phone's stores and the server, which outlive the pages. */
export class PhotoPhone {
  /** The jobs that were begun and not saved. A creation leaves this table as it enters the outbox. */
  readonly drafts = new Set<string>();
  readonly photos = new MemoryPhotos(async () => {
    const changes = await this.outbox.read();
    return { drafts: [...this.drafts], creations: changes.map(({ creates }) => creates) };
  });
  readonly #changes = createMemoryStore();
  readonly outbox: OutboxStore = {
    read: this.#changes.read,
    transact: async (change) =>
      await this.#changes.transact((items) => {
        const step = change(items);
        for (const { creates = "" } of step.put ?? []) this.drafts.delete(creates);
        return step;
      }),
  };
  readonly files = new Set<string>();
  readonly jobs = new Map<string, string[]>();
  readonly intents = new Set<string>();
  readonly #tabs = new Tabs();
  readonly #photoTabs = new Tabs();
  /** The photos that have left the queues of the pages, and whether their job has them. */
  readonly removed: string[] = [];
  uploads = 0;
  /** What an upload is answered with, if it is not stored. */
  uploadFailure: Error | null = null;
  /** An upload over a dead line ends only when the page stops it. */
  isLineDead = false;
  /** Why no job is created, if none is. */
  jobRefusal: ConvexError<{ code: string; message: string }> | null = null;
  isReachable = true;
  /** Whether the stores take nothing. */
  isFull = false;

  /** What the stores have. */
  async rows() {
    return { photos: this.photos.photos, changes: await this.outbox.read() };
  }

  /**
   * Begins to send what the stores have. `steps` counts what it did. The photos begin after a while if `areLate`, as
   * where their code arrives after the outbox has sent.
   */
  open(fault: Fault | null = null, areLate = false) {
    const page = new Page(fault, () => this.isFull);
    const readiness = {
      isReady: () => this.isReachable && !page.isDead,
      epoch: () => "",
      whileReady: (work: Promise<void>) => work,
    };
    const shared = { lock: NO_LOCK, clock: browserClock };
    const outbox = new OutboxClient({
      ...shared,
      rules: outboxRules,
      store: page.outboxOf(this.outbox),
      server: {
        ...readiness,
        send: (item) => page.step(() => this.#apply(item)),
        verdictOn,
      },
      tabs: this.#tabs.join(),
      release: "test",
      newId: () => crypto.randomUUID(),
    });
    const { kept, read, start, stop } = openKeptPhotos(
      {
        ...{ lock: NO_LOCK, tabs: this.#photoTabs.join(), outbox },
        store: page.photosOf(this.photos),
        serverOf: () => ({
          ...{ ...JUDGMENT, ...readiness },
          upload: async ({ id, attachment }, { signal }) => {
            const own = kept.bytesOf(id) ?? (await this.photos.bytes(id, "picture"));
            if (own === null) throw new UploadFailure("No bytes.", "refused");
            const { name = "" } = attachment ?? {};
            return await page.step(() => this.#upload(name, signal));
          },
          send: (item) => page.step(() => this.#apply(isPhoto(item) ? sentChange(item) : item)),
        }),
      },
      {
        onChange: () => undefined,
        onRemoved: ({ id }, isSaved) =>
          this.removed.push(`${id} ${isSaved ? "saved" : "discarded"}`),
        onRefused: () => undefined,
      },
    );
    const add = async (photo: ChosenPhoto, stored: PhotoBytes = bytes) =>
      await kept.add(changeOf(photo), stored);
    const photos = () => kept.client.items();
    const isRead = outbox.read();
    void isRead
      .then(areLate ? later : start)
      .then(() => outbox.wake())
      .then(areLate ? start : undefined);
    if (areLate) void isRead.then(() => outbox.wake());
    return { kept, photos, add, read, stop, outbox, page };
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
    if (call === "jobs:create" && this.jobRefusal !== null) throw this.jobRefusal;
    const clientKey = args["clientKey"] as string;
    if (call === "jobs:create") this.jobs.set(clientKey, this.jobs.get(clientKey) ?? []);
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
const JUDGMENT = createPhotoServer({
  convex: {} as ConvexReactClient,
  owner: OWNER,
  server: {} as ConvexServer,
  bytes: () => Promise.resolve(null),
});

/** What the pages of a phone tell each other. */
class Tabs {
  readonly #listeners = new Set<Parameters<OtherTabs["listen"]>[0]>();

  join(): OtherTabs {
    let own: Parameters<OtherTabs["listen"]>[0] | null = null;
    return {
      post: (message) => {
        for (const listener of this.#listeners)
          if (listener !== own) queueMicrotask(() => listener(message));
      },
      listen: (listener) => {
        own = listener;
        this.#listeners.add(listener);
        return () => void this.#listeners.delete(listener);
      },
    };
  }
}

class Page {
  readonly #fault: Fault | null;
  readonly #isFull: () => boolean;
  steps = 0;
  isDead = false;

  constructor(fault: Fault | null, isFull: () => boolean) {
    this.#fault = fault;
    this.#isFull = isFull;
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

  photosOf(store: PhotoStore): PhotoStore {
    return {
      read: () => this.#stored(store.read),
      transact: (change, bytesOf) => this.#written(() => store.transact(change, bytesOf)),
      bytes: (id, part) => this.#stored(() => store.bytes(id, part)),
      left: () => this.#stored(store.left),
    };
  }

  outboxOf(store: OutboxStore): OutboxStore {
    return {
      read: () => this.#stored(store.read),
      transact: (change) => this.#written(() => store.transact(change)),
    };
  }

  async #written<T>(effect: () => Promise<T>): Promise<T> {
    if (this.#isFull()) throw new Error("The disk is full.");
    return await this.#stored(effect);
  }

  async #stored<T>(effect: () => Promise<T>): Promise<T> {
    const value = await this.step(effect);
    const hangs = this.#fault?.kind === "hang" && this.steps === this.#fault.at;
    return hangs ? await never() : value;
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

const later = () => new Promise<void>((resolve) => void setTimeout(resolve, 60_000));

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
const bytes = {
  picture: new ArrayBuffer(8),
  thumbnail: new ArrayBuffer(2),
};

export function aPhoneWithJob(): PhotoPhone {
  const phone = new PhotoPhone();
  phone.jobs.set("job1", []);
  return phone;
}

/** The creation of the job with the key "key1", under this id. */
export const creationOf = (id: string): OutboxChange => ({
  ...{ id, call: "jobs:create", args: { clientKey: "key1" }, at: NOW },
  ...{ creates: "key1", field: null, label: "New job" },
  subject: { key: "key1", label: "9 Oak Street" },
});

/** A phone that has two photos of a job, and another one of a job that it makes. */
export async function aPhotoPhone() {
  const phone = new PhotoPhone();
  phone.jobs.set("job1", []);
  phone.isReachable = false;
  const { add, outbox, page } = phone.open();
  await add(aPhoto("a"));
  await add(aPhoto("b"));
  await add({ ...aPhoto("c", "key1"), isHeld: true });
  await outbox.put(creationOf("create")).isStored;
  page.isDead = true;
  phone.isReachable = true;
  return phone;
}
