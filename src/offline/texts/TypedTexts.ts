import { beginPendingWork } from "@/lib/pendingWork";
import { randomUuid } from "@/lib/randomUuid";
import { SharedValue } from "@/lib/SharedValue";
import type { DeviceSchema } from "@/offline/device/deviceSchema";
import type { DeviceStore } from "@/offline/device/deviceStore";
import { DeviceStoreError } from "@/offline/device/deviceStoreErrors";
import { showStoreProblem } from "@/offline/device/storeProblem";
import { claimTab, openTabs, THIS_TAB } from "@/offline/device/thisTab";

export type TypedText = DeviceSchema["typed"]["value"];

/** The text typed in a field, and the field's value before. */
export type FieldText = Pick<TypedText, "value" | "base">;

/** By field. */
export type FieldTexts = Readonly<Record<string, FieldText>>;

/** The job of one form. */
export interface TextSubject {
  /** The job's client key, or its id. */
  readonly key: string;
  /** Shown to the person, such as "612 Oak Street". */
  readonly label: string;
}

/** Milliseconds after which typing is written at the latest: a phone may end the page at any moment. */
const WRITE_AFTER_MS = 150;

/** The forms of this tab that are open, or whose texts are being sent. */
const openForms = new Set<string>();

/** The keys of found texts that were used or discarded in this tab. Their rows are deleted soon. */
export const decidedTexts = new SharedValue<ReadonlySet<string>>(new Set());

/** The texts that closed forms and ended tabs left, the newest first. */
export async function foundTexts(
  store: DeviceStore,
  subject?: string,
): Promise<TypedText[]> {
  const [rows, open] = await Promise.all([
    store.read(["typed"], (tx) => tx.objectStore("typed").getAll()),
    openTabs(),
  ]);
  return rows
    .filter((row) => subject === undefined || row.subject === subject)
    .filter(({ key }) => !decidedTexts.get().has(key))
    .filter(({ tab, form }) =>
      tab === THIS_TAB
        ? form === undefined || !openForms.has(form)
        : !open.has(tab),
    )
    .toSorted((a, b) => b.at - a.at);
}

export async function removeTexts(
  store: DeviceStore,
  texts: readonly TypedText[],
): Promise<void> {
  const keys = texts.map(({ key }) => key);
  decide(keys);
  try {
    await store.write(["typed"], async (tx) => {
      const rows = tx.objectStore("typed");
      await Promise.all(keys.map((key) => rows.delete(key)));
    });
  } catch (error) {
    undecide(keys);
    throw error;
  }
}

function decide(keys: readonly string[]): void {
  decidedTexts.set(new Set([...decidedTexts.get(), ...keys]));
}

function undecide(keys: readonly string[]): void {
  const decided = [...decidedTexts.get()];
  decidedTexts.set(new Set(decided.filter((key) => !keys.includes(key))));
}

/** A text that was put into the outbox. */
export interface SavedText {
  /** Resolves when the store has put it there, has failed or is late. What it could not write, it is to write later. */
  readonly isStored: Promise<boolean>;
}

/**
 * Stores the unsaved texts of one open form on the device as they are typed, in rows of this form. A text leaves its
 * row in the transaction that puts it into the outbox, so it is always in one of the two. The rows of a form that
 * ended otherwise are offered the next time. Outlives its component: a form that saves its texts while closing is
 * unmounted before they are saved.
 */
export class TypedTextWriter {
  readonly #store: DeviceStore;
  readonly #subject: TextSubject;
  readonly #form = randomUuid();
  /** The rows of this form that the device has, or is about to have. */
  #written: FieldTexts = {};
  #wanted: FieldTexts = {};
  /** The last part of a row's key, if another row of the field is still to be removed by the outbox. */
  readonly #rowOf = new Map<string, string>();
  /** The rows of earlier forms whose texts this form has taken over, by field. */
  readonly #takenOver = new Map<string, readonly string[]>();
  /** The texts that are being saved, by field. Their rows stay until the save ends. */
  readonly #saving = new Map<string, FieldText>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<void> = Promise.resolve();
  #endUnsaved: (() => void) | null = null;
  #isStopped = false;
  /** Prevents a toast at each key press. */
  #isProblemSaid = false;

  constructor(store: DeviceStore, subject: TextSubject) {
    this.#store = store;
    this.#subject = subject;
    openForms.add(this.#form);
    document.addEventListener("visibilitychange", this.#flushIfHidden);
    window.addEventListener("pagehide", this.#flushNow);
  }

  /** Sets the unsaved texts of the form. */
  show(texts: FieldTexts): void {
    const unsaved = Object.entries(texts).filter(
      ([field, text]) => !isSame(this.#saving.get(field), text),
    );
    this.#want(Object.fromEntries(unsaved));
  }

  /** Makes a text that an earlier form left a text of this form. */
  takeOver({ key, field, value, base }: TypedText): void {
    this.#takenOver.set(field, [...this.#rowsTakenOver(field), key]);
    decide([key]);
    this.#want({ ...this.#wanted, [field]: { value, base } });
  }

  /** Saves the text of a field. `put` removes the rows whose keys it gets. */
  save<T extends SavedText>(
    field: string,
    text: FieldText,
    put: (saves: readonly string[]) => T,
  ): T {
    const saving = { ...text };
    this.#saving.set(field, saving);
    this.#wanted = without(this.#wanted, field);
    const saved = put([this.#keyOf(field), ...this.#rowsTakenOver(field)]);
    void saved.isStored.then((isStored) => {
      // The outbox removes the row when it is stored: until then it is the only copy that outlives the page.
      if (!isStored) this.#rowOf.set(field, randomUuid());
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

  #want(texts: FieldTexts): void {
    this.#wanted = texts;
    if (Object.keys(this.#difference()).length === 0) return;
    this.#endUnsaved ??= beginPendingWork("unsaved");
    this.#timer ??= setTimeout(this.#flushNow, WRITE_AFTER_MS);
  }

  /** Flushes: a later text of the field may have been written, and its row removed by this save. */
  #endSave(field: string, saving: FieldText): void {
    if (this.#saving.get(field) === saving) this.#saving.delete(field);
    void this.flush().then(() => this.#endIfSettled());
  }

  #endIfSettled(): void {
    if (!this.#isStopped || this.#saving.size > 0) return;
    openForms.delete(this.#form);
    // The removal was not written: the texts are offered again.
    if (this.#takenOver.size > 0)
      undecide([...this.#takenOver.values()].flat());
    this.#end();
  }

  async #write(): Promise<void> {
    const change = this.#difference();
    const wanted = this.#wanted;
    try {
      if (Object.keys(change).length > 0) await this.#put(change);
      this.#isProblemSaid = false;
      if (this.#wanted === wanted) this.#end();
    } catch (error) {
      if (!(error instanceof DeviceStoreError)) throw error;
      if (!this.#isProblemSaid) showStoreProblem(error.message);
      this.#isProblemSaid = true;
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
    const kept = [...Object.keys(this.#written), ...this.#takenOver.keys()];
    const gone = kept.filter(
      (field) => !(field in this.#wanted) && !this.#saving.has(field),
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
    const form = this.#form;
    const taken = Object.keys(change).flatMap((field) =>
      this.#rowsTakenOver(field),
    );
    await claimTab();
    await this.#store.write(["typed"], async (tx) => {
      const rows = tx.objectStore("typed");
      await Promise.all([
        ...taken.map((key) => rows.delete(key)),
        ...Object.entries(change).map(([field, text]) => {
          const key = this.#keyOf(field);
          const row = { key, subject, label, field, at, tab: THIS_TAB, form };
          return text === null
            ? rows.delete(key)
            : rows.put({ ...row, ...text });
        }),
      ]);
    });
    for (const [field, text] of Object.entries(change)) {
      this.#takenOver.delete(field);
      this.#written = without(this.#written, field);
      if (text !== null) this.#written = { ...this.#written, [field]: text };
    }
  }

  #keyOf(field: string): string {
    const row = this.#rowOf.get(field) ?? this.#form;
    return `${this.#subject.key}/${field}/${row}`;
  }

  #rowsTakenOver(field: string): readonly string[] {
    return this.#takenOver.get(field) ?? [];
  }
}

function isSame(a: FieldText | undefined, b: FieldText): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function without(texts: FieldTexts, field: string): FieldTexts {
  const { [field]: _gone, ...rest } = texts;
  return rest;
}
