import { beginPendingWork } from "@/lib/pendingWork";
import { DeviceStoreError } from "@/offline/device/deviceStoreErrors";

/** Milliseconds after which typing is written at the latest: a phone may end the page at any moment. */
const WRITE_AFTER_MS = 150;

export interface PlacedText<Text> {
  readonly key: string;
  readonly field: string;
  readonly text: Text;
}

interface PlacedRows<Text> {
  readonly removed: readonly string[];
  readonly written: readonly PlacedText<Text>[];
}

/** The place of one form's texts on the device: a row for each field of a record, or one row for a new record. */
export interface TextPlace<Text> {
  /** The key of a field's row. `copy` is not 0 if the outbox has yet to remove an earlier row of the field. */
  readonly keyOf: (field: string, copy: number) => string;
  /** Removes rows and writes others, in one transaction, which calls `rows` as it begins. */
  readonly write: (rows: () => PlacedRows<Text>) => Promise<void>;
  /** Says why the device could not keep a text; null once it can. */
  readonly onProblem: (sentence: string | null) => void;
  /** Called when the form has closed and its saves have ended. `offered` are the keys of rows to offer again. */
  readonly onEnd: (offered: readonly string[]) => void;
}

/** A text that was put into the outbox. */
export interface SavedText {
  /** Resolves to true when the outbox has stored the text, and to false if it has failed or is late: it tries again. */
  readonly isStored: Promise<boolean>;
}

/** Texts by field. */
type Texts<Text> = Readonly<Record<string, Text>>;

/**
 * Stores the unsaved texts of one open form on the device as they are typed. A text leaves its row in the transaction
 * that puts it into the outbox, so it is always in one of the two. The rows of a form that ended otherwise are offered
 * the next time. Outlives its component: a form that saves its texts while closing is unmounted before they are saved.
 */
export class TextWriter<Text> {
  readonly #place: TextPlace<Text>;
  /** The rows of this form that the device has, or is about to have. */
  #written: Texts<Text> = {};
  #wanted: Texts<Text> = {};
  /** The number of each field's row, for fields of which the outbox has yet to remove an earlier row. */
  readonly #copies = new Map<string, number>();
  /** The rows of earlier forms whose texts this form has taken over, by field. */
  readonly #takenOver = new Map<string, readonly string[]>();
  /** The texts that are being saved, by field. Their rows stay until the save ends. */
  readonly #saving = new Map<string, Text>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<void> = Promise.resolve();
  #endUnsaved: (() => void) | null = null;
  #isStopped = false;
  /** Prevents a report at each key press. */
  #isProblemSaid = false;

  constructor(place: TextPlace<Text>) {
    this.#place = place;
    document.addEventListener("visibilitychange", this.#flushIfHidden);
    window.addEventListener("pagehide", this.#flushNow);
  }

  /** Sets the unsaved texts of the form. */
  show(texts: Texts<Text>): void {
    const unsaved = Object.entries(texts).filter(
      ([field, text]) => !isSame(this.#saving.get(field), text),
    );
    this.#want(Object.fromEntries(unsaved));
  }

  /** Takes a text that an earlier form left over into this form. */
  takeOver({ key, field, text }: PlacedText<Text>): void {
    this.#takenOver.set(field, [...this.#rowsTakenOver(field), key]);
    this.#want({ ...this.#wanted, [field]: text });
  }

  /** Saves the text of a field. `put` must remove the rows whose keys it gets. */
  save<T extends SavedText>(field: string, text: Text, put: (saves: readonly string[]) => T): T {
    const saving = { ...text };
    this.#saving.set(field, saving);
    this.#wanted = without(this.#wanted, field);
    const saved = put([this.#keyOf(field), ...this.#rowsTakenOver(field)]);
    void saved.isStored.then((isStored) => {
      // The outbox removes the row when it stores the change. Until then only the row outlives the page.
      if (!isStored) this.#copies.set(field, this.#copyOf(field) + 1);
      this.#written = without(this.#written, field);
      this.#takenOver.delete(field);
      this.#endSave(field, saving);
    });
    return saved;
  }

  /** Called when the form is discarded. Texts that are being saved are not discarded. */
  readonly discard = (): void => {
    this.#want({});
    void this.flush();
  };

  /** Called when the form closes. Its unsaved texts stay on the device. */
  stop(): void {
    this.#isStopped = true;
    void this.flush().then(() => this.#endIfSettled());
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

  #want(texts: Texts<Text>): void {
    this.#wanted = texts;
    if (Object.keys(this.#difference()).length === 0) return;
    this.#endUnsaved ??= beginPendingWork("unsaved");
    this.#timer ??= setTimeout(this.#flushNow, WRITE_AFTER_MS);
  }

  /** Flushes: a later text of the field may have been written, and its row removed by this save. */
  #endSave(field: string, saving: Text): void {
    if (this.#saving.get(field) === saving) this.#saving.delete(field);
    void this.flush().then(() => this.#endIfSettled());
  }

  #endIfSettled(): void {
    if (!this.#isStopped || this.#saving.size > 0) return;
    // The text of a row whose removal failed is offered again.
    this.#place.onEnd([...this.#takenOver.values()].flat());
    this.#end();
  }

  async #write(): Promise<void> {
    const change = this.#difference();
    const wanted = this.#wanted;
    try {
      if (Object.keys(change).length > 0) await this.#put(change);
      this.#say(null);
      if (this.#wanted === wanted) this.#end();
    } catch (error) {
      if (!(error instanceof DeviceStoreError)) throw error;
      this.#say(error.message);
      // A text that is still in its field is lost if the page is closed.
      if (Object.keys(this.#wanted).length === 0) this.#end();
    }
  }

  #say(problem: string | null): void {
    if (this.#isProblemSaid !== (problem !== null)) this.#place.onProblem(problem);
    this.#isProblemSaid = problem !== null;
  }

  #end(): void {
    this.#endUnsaved?.();
    this.#endUnsaved = null;
  }

  /** The texts to write, by field; null for those to remove. */
  #difference(): Texts<Text | null> {
    const kept = [...Object.keys(this.#written), ...this.#takenOver.keys()];
    const gone = kept.filter((field) => !(field in this.#wanted) && !this.#saving.has(field));
    const changed = Object.entries(this.#wanted).filter(
      ([field, text]) => !isSame(this.#written[field], text),
    );
    return {
      ...Object.fromEntries(gone.map((field) => [field, null])),
      ...Object.fromEntries(changed),
    };
  }

  async #put(change: Texts<Text | null>) {
    const fields = Object.entries(change);
    const taken = fields.flatMap(([field]) => this.#rowsTakenOver(field));
    await this.#place.write(() => {
      // Keys are read here, because a late save may have given a field another key.
      const rows = fields.map(([field, text]) => {
        const key = this.#keyOf(field);
        return text === null ? key : { key, field, text };
      });
      const gone = rows.filter((row) => typeof row === "string");
      const written = rows.filter((row) => typeof row !== "string");
      return { removed: [...taken, ...gone], written };
    });
    for (const [field, text] of fields) {
      this.#takenOver.delete(field);
      this.#written = without(this.#written, field);
      if (text !== null) this.#written = { ...this.#written, [field]: text };
    }
  }

  #keyOf(field: string): string {
    return this.#place.keyOf(field, this.#copyOf(field));
  }

  #copyOf(field: string): number {
    return this.#copies.get(field) ?? 0;
  }

  #rowsTakenOver(field: string): readonly string[] {
    return this.#takenOver.get(field) ?? [];
  }
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function without<Text>(texts: Texts<Text>, field: string): Texts<Text> {
  const { [field]: _gone, ...rest } = texts;
  return rest;
}
