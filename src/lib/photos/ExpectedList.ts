import type { JobFileField } from "@domain/jobs";
import { browserClock } from "../outbox/browserClock";
import type { DeviceStore } from "../device/deviceStore";
import { tryStore } from "../device/deviceStoreErrors";
import { randomUuid } from "../randomUuid";
import type { ExpectedPhotos, PhotoSubject } from "./photoRow";
import { readExpected, removeExpected, writeExpected } from "./photoStore";

/** The camera opens without a note if the device does not answer: the person waits for it. */
const WRITE_LIMIT_MS = 300;

interface Expectation {
  readonly subject: PhotoSubject;
  readonly isHeld: boolean;
  readonly field: JobFileField;
}

/**
 * Which photos this page has opened the camera or the gallery for, and which an
 * earlier page had when the browser ended it.
 */
export class ExpectedList {
  readonly #onChange: () => void;
  #store: DeviceStore | null = null;
  #missing: readonly ExpectedPhotos[] = [];
  #own: ExpectedPhotos[] = [];

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Those of an earlier page, until they are dismissed or taken again. */
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

  /** Resolves once the device knows it, or does not answer in time. */
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
    await Promise.race([
      written,
      new Promise((resolve) => setTimeout(resolve, WRITE_LIMIT_MS)),
    ]);
  }

  /** The gallery or the camera has answered, and what it gave is kept. */
  async end({ subject, field }: Omit<Expectation, "isHeld">): Promise<void> {
    await this.remove(
      (row) => row.subject.key === subject.key && row.field === field,
    );
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
