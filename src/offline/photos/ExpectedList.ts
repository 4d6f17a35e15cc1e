import { browserClock } from "convex-outbox";
import type { JobFileField } from "@domain/job/jobs";
import type { DeviceStore } from "@/offline/device/deviceStore";
import { tryStore } from "@/offline/device/deviceStoreErrors";
import { randomUuid } from "@/lib/randomUuid";
import type { ExpectedPhotos, PhotoSubject } from "@/offline/device/photoRow";
import { readExpected, removeExpected, writeExpected } from "./photoStore";

/** Milliseconds. The person is waiting: after this time, the camera opens even if the entry is not written. */
const WRITE_LIMIT_MS = 300;

interface Expectation {
  readonly subject: PhotoSubject;
  readonly isHeld: boolean;
  readonly field: JobFileField;
}

/**
 * The photo lists for which this page has opened the camera or the gallery, and those for which an earlier page had
 * opened it when the browser ended that page.
 */
export class ExpectedList {
  readonly #onChange: () => void;
  #store: DeviceStore | null = null;
  #missing: readonly ExpectedPhotos[] = [];
  #own: ExpectedPhotos[] = [];

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** The entries of an earlier page, until they are dismissed or the photos are taken again. */
  readonly missing = (): readonly ExpectedPhotos[] => this.#missing;

  async open(store: DeviceStore): Promise<void> {
    this.#store = store;
    const rows = await tryStore(readExpected(store));
    const own = new Set(this.#own.map(({ id }) => id));
    if (this.#store !== store || rows === undefined) return;
    this.#missing = rows.filter(({ id }) => !own.has(id));
    this.#onChange();
  }

  close(): void {
    this.#store = null;
    this.#missing = [];
    this.#own = [];
  }

  /** Resolves once the device has the entry, or after WRITE_LIMIT_MS. */
  async add({ subject, isHeld, field }: Expectation): Promise<void> {
    if (this.#store === null) return;
    const row: ExpectedPhotos = {
      kind: "expected",
      id: randomUuid(),
      subject,
      isHeld,
      field,
      at: browserClock.now(),
    };
    this.#own.push(row);
    const written = tryStore(writeExpected(this.#store, row));
    await Promise.race([written, new Promise((resolve) => setTimeout(resolve, WRITE_LIMIT_MS))]);
  }

  /** Called when the gallery or the camera has returned and its photos are kept. */
  async end({ subject, field }: Omit<Expectation, "isHeld">): Promise<void> {
    await this.remove((row) => row.subject.key === subject.key && row.field === field);
  }

  async remove(isRemoved: (row: ExpectedPhotos) => boolean): Promise<void> {
    const all = [...this.#missing, ...this.#own];
    const ids = all.filter(isRemoved).map(({ id }) => id);
    if (ids.length === 0) return;
    this.#missing = this.#missing.filter((row) => !isRemoved(row));
    this.#own = this.#own.filter((row) => !isRemoved(row));
    this.#onChange();
    if (this.#store !== null) await tryStore(removeExpected(this.#store, ids));
  }
}
