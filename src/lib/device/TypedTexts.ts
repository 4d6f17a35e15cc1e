import { beginPendingWork } from "../pendingWork";
import type { DeviceSchema } from "./deviceSchema";
import type { DeviceStore } from "./deviceStore";
import { DeviceStoreError } from "./deviceStoreErrors";
import { claimTab, openTabs, THIS_TAB } from "./thisTab";

export type TypedText = DeviceSchema["typed"]["value"];

/** What is typed in a field, and what the field held before. */
export type FieldText = Pick<TypedText, "value" | "base">;

/** By field. */
export type FieldTexts = Readonly<Record<string, FieldText>>;

/** The texts of one form. */
export interface TextSubject {
  /** The job's client key, or its id. */
  readonly key: string;
  /** What a person calls it, such as "612 Oak Street". */
  readonly label: string;
}

/** Typing is written at most this late: a phone may end the page at any moment. */
const WRITE_AFTER_MS = 150;

/** The texts that ended tabs left, the newest first. */
export async function abandonedTexts(store: DeviceStore): Promise<TypedText[]> {
  const [rows, open] = await Promise.all([readAll(store), openTabs()]);
  return rows
    .filter(({ tab }) => !open.has(tab))
    .toSorted((a, b) => b.at - a.at);
}

export async function removeTexts(
  store: DeviceStore,
  texts: readonly TypedText[],
): Promise<void> {
  await store.write(["typed"], async (tx) => {
    const rows = tx.objectStore("typed");
    await Promise.all(texts.map(({ key }) => rows.delete(key)));
  });
}

/**
 * Writes the unsaved texts of one open form to the device as they are typed. A
 * row is removed when its text is saved or discarded, and stays when the page ends.
 */
export class TypedTextWriter {
  readonly #store: DeviceStore;
  readonly #subject: TextSubject;
  /** What the device has of this form, or is about to have. */
  #written: FieldTexts = {};
  #wanted: FieldTexts = {};
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<void> = Promise.resolve();
  #endUnsaved: (() => void) | null = null;

  constructor(store: DeviceStore, subject: TextSubject) {
    this.#store = store;
    this.#subject = subject;
    document.addEventListener("visibilitychange", this.#flushIfHidden);
    window.addEventListener("pagehide", this.#flushNow);
  }

  /**
   * Takes over what was left of this form by an ended tab, or by this one when it
   * last closed the form. Removed from the device by the next `show` without it.
   */
  async restore(): Promise<FieldTexts> {
    const [rows, open] = await Promise.all([readAll(this.#store), openTabs()]);
    const own = rows.filter(
      ({ subject, tab }) =>
        subject === this.#subject.key && (tab === THIS_TAB || !open.has(tab)),
    );
    const texts: FieldTexts = Object.fromEntries(
      own.map(({ field, value, base }) => [field, { value, base }]),
    );
    this.#written = { ...texts, ...this.#written };
    this.#wanted = { ...texts, ...this.#wanted };
    return texts;
  }

  /** The unsaved texts of the form now. */
  show(texts: FieldTexts): void {
    this.#wanted = texts;
    if (Object.keys(this.#difference()).length === 0) return;
    this.#endUnsaved ??= beginPendingWork("unsaved");
    this.#timer ??= setTimeout(this.#flushNow, WRITE_AFTER_MS);
  }

  /** The text of a field is saved. */
  readonly forget = (field: string): void => {
    this.show(without(this.#wanted, field));
    void this.flush();
  };

  /** Nothing of the form is wanted any more. */
  readonly discard = (): void => {
    this.show({});
    void this.flush();
  };

  /** The form closes. Its texts stay on the device. */
  stop(): void {
    void this.flush().then(() => this.#end());
    document.removeEventListener("visibilitychange", this.#flushIfHidden);
    window.removeEventListener("pagehide", this.#flushNow);
  }

  readonly flush = (): Promise<void> => {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  };

  readonly #flushNow = () => void this.flush();

  readonly #flushIfHidden = () => {
    if (document.visibilityState === "hidden") void this.flush();
  };

  async #write(): Promise<void> {
    const change = this.#difference();
    const wanted = this.#wanted;
    try {
      if (Object.keys(change).length > 0) await this.#put(change);
      this.#written = wanted;
      if (this.#wanted === wanted) this.#end();
    } catch (error) {
      if (!(error instanceof DeviceStoreError)) throw error;
      // A text that is still in its field is lost if the page is closed.
      if (Object.keys(this.#wanted).length === 0) this.#end();
    }
  }

  #end(): void {
    this.#endUnsaved?.();
    this.#endUnsaved = null;
  }

  /** The texts to write, by field; null for those to remove. */
  #difference(): Readonly<Record<string, FieldText | null>> {
    const gone = Object.keys(this.#written).filter(
      (field) => !(field in this.#wanted),
    );
    const changed = Object.entries(this.#wanted).filter(
      ([field, text]) => !isSame(this.#written[field], text),
    );
    return {
      ...Object.fromEntries(gone.map((field) => [field, null])),
      ...Object.fromEntries(changed),
    };
  }

  async #put(change: Readonly<Record<string, FieldText | null>>) {
    const { key: subject, label } = this.#subject;
    const at = Date.now();
    await claimTab();
    const open = await openTabs();
    const isOthers = (row: TypedText | undefined) =>
      row !== undefined && row.tab !== THIS_TAB && open.has(row.tab);
    await this.#store.write(["typed"], async (tx) => {
      const rows = tx.objectStore("typed");
      await Promise.all(
        Object.entries(change).map(async ([field, text]) => {
          const key = `${subject}/${field}`;
          const place = { key, subject, label, field };
          if (text !== null)
            await rows.put({ ...place, ...text, at, tab: THIS_TAB });
          // Another tab may have typed in the same field since.
          else if (!isOthers(await rows.get(key))) await rows.delete(key);
        }),
      );
    });
  }
}

async function readAll(store: DeviceStore): Promise<TypedText[]> {
  return await store.read(["typed"], (tx) => tx.objectStore("typed").getAll());
}

function isSame(a: FieldText | undefined, b: FieldText): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function without(texts: FieldTexts, field: string): FieldTexts {
  const { [field]: _gone, ...rest } = texts;
  return rest;
}
