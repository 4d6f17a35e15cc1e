import type { OutboxItem } from "convex-outbox";
import { FIELDS } from "@domain/calls/fields";
import type { DeviceStore } from "@/offline/device/deviceStore";
import {
  foundTexts,
  removeTexts,
  openTypedTexts,
  takeOver,
  type FieldText,
  type TypedText,
} from "@/offline/texts/TypedTexts";
import type { TextWriter } from "@/offline/texts/TextWriter";
import { checkJobForm } from "@/job/checkJobForm";
import type { FieldChange } from "./editedRows";
import {
  sameValue,
  type FieldValue,
  type JobFieldName,
  type JobFormValues,
} from "@/job/jobFormFields";
import type { JobFormControl } from "@/job/JobFormContext";
import {
  ADD_LINE_FIRST,
  changesByOthers,
  faultsOf,
  hasLineText,
  LINE_FIELD,
  offeredTexts,
  questionKey,
  typedTexts,
  type EditedForm,
  type EditState,
} from "./editView";
import {
  changedFields,
  namesOf,
  NOTHING_TYPED,
  settled,
  shownValues,
  withDraft,
} from "./formState";
import { FormSession, type Closing } from "./FormSession";
import { whileConnected } from "@/job/whileConnected";

interface CommitOptions {
  /** Whether to send a refused change once more. */
  readonly again?: boolean;
  /** Names a chosen customer. */
  readonly shows?: OutboxItem["shows"];
}

/**
 * Edits a job or a customer over live data, which includes the waiting changes of this device. Each field is saved when
 * it is left. Unsaved texts are kept on the device as they are typed.
 */
export class EditSession extends FormSession<EditedForm, EditState> {
  /** The saves that the server has not answered. */
  readonly #inFlight = new Map<JobFieldName, Promise<boolean>>();
  /** The values saved since the last call of `follow`. */
  readonly #savedSince = new Map<JobFieldName, FieldValue>();
  readonly #asked = new Set<string>();
  #store: DeviceStore | null = null;
  #writer: TextWriter<FieldText> | null = null;
  #isDiscarded = false;

  constructor(live: EditedForm) {
    const line = { text: "", error: null };
    super({ ...NOTHING_TYPED, line, found: [], authors: {} }, live);
  }

  override follow(live: EditedForm): void {
    super.follow(live);
    this.#savedSince.clear();
    this.#askAuthors();
    this.#dropSettledTexts();
  }

  /** Keeps typed texts in the store, and reads those left there by an earlier form. Returns a function that stops. */
  keepIn(store: DeviceStore): () => void {
    const { subject } = this.live.rows;
    const writer = openTypedTexts(store, subject);
    writer.show(typedTexts(this.state()));
    this.#store = store;
    this.#writer = writer;
    foundTexts(store, subject.key).then(
      (found) => {
        if (this.#writer !== writer) return;
        const line = found.find(({ field }) => field === LINE_FIELD);
        const others = found.filter((row) => row !== line);
        this.set({ ...this.state(), found: others });
        if (line) this.#continueLine(writer, line);
        this.#dropSettledTexts();
      },
      // The next write reports why the store fails.
      () => undefined,
    );
    return () => {
      if (this.#writer === writer) this.#writer = null;
      writer.stop();
    };
  }

  /** Called when a field loses the focus: saves its text if it was changed and breaks no rule. */
  readonly leave: JobFormControl["leave"] = (name, value) => {
    this.type(name, value);
    void this.#commit(name, value);
    this.left(name);
  };

  /** Saves a choice at once. */
  readonly choose: JobFormControl["choose"] = (name, value, shows) => {
    this.type(name, value);
    void this.#commit(name, value, { ...(shows && { shows }) });
  };

  /** Keeps the text of a line until it is added. `error` says why it was not. */
  readonly typeLine = (text: string, error: string | null = null): void =>
    this.set({ ...this.state(), line: { text, error } });

  /** Saves what was typed. An invalid field, and a line that is not added, keep the form open. */
  close(): Closing {
    const faults = this.live.isLocked ? [] : faultsOf(this.state(), this.live);
    for (const [name, message] of faults) this.refuse(name, message);
    if (faults.length === 0) void this.#saveFields(changedFields(this.state()));
    const [at] = [...faults.map(([name]) => name), ...this.#refuseLine()];
    return { isDone: at === undefined, at };
  }

  /** Drops every text that is not saved. */
  discard(): void {
    this.#isDiscarded = true;
    this.#writer?.discard();
  }

  /**
   * Saves every changed field, sends refused changes once more, and waits for the server. A field that was not saved
   * keeps the form open.
   */
  async save(): Promise<Closing> {
    const sent = [...this.#inFlight].map(async ([name, response]) =>
      (await response) ? [] : [name],
    );
    const fields = [...changedFields(this.state()), ...namesOf(this.live.refused)];
    const unsaved = await this.#saveFields([...new Set(fields)], true);
    const answered = (await Promise.all(sent)).flat();
    const [at] = [...unsaved, ...answered, ...this.#refuseLine()];
    return { isDone: at === undefined, at };
  }

  /** Puts a text of an earlier form into its field, unsaved. */
  use(row: TypedText): void {
    if (this.#writer !== null) takeOver(this.#writer, row);
    const { value, base } = row as { value: FieldValue; base: FieldValue };
    const draft = { value, base, error: null };
    const found = this.state().found.filter((each) => each !== row);
    const name = row.field as JobFieldName;
    this.set({ ...withDraft(this.state(), name, draft), found });
  }

  /** Texts whose rows cannot be removed are offered again the next time. */
  drop(rows: readonly TypedText[]): void {
    if (this.#store === null || rows.length === 0) return;
    const found = this.state().found.filter((row) => !rows.includes(row));
    this.set({ ...this.state(), found });
    removeTexts(this.#store, rows).catch(() => undefined);
  }

  protected override set(state: EditState): void {
    super.set(state);
    if (!this.#isDiscarded) this.#writer?.show(typedTexts(state));
  }

  protected override liveOf<K extends JobFieldName>(name: K): JobFormValues[K] {
    const own = this.#savedSince.get(name) as JobFormValues[K] | undefined;
    return own ?? this.live.rows.live[name];
  }

  async #saveFields(names: readonly JobFieldName[], again = false) {
    const values = shownValues(this.live.rows.live, this.state());
    const saved = await Promise.all(
      names.map((name) => this.#commit(name, values[name], { again })),
    );
    return names.filter((_name, at) => !saved[at]);
  }

  /**
   * Saves a field, unless its value was not changed, is already there or breaks a rule. Resolves to whether the value
   * is saved, or is kept on the device while the server has not answered for a while.
   */
  async #commit(
    name: JobFieldName,
    value: FieldValue,
    { again = false, shows }: CommitOptions = {},
  ): Promise<boolean> {
    const { isLocked, refused } = this.live;
    const live = this.liveOf(name);
    const { base } = this.state().drafts[name] ?? { base: live };
    if (!again || refused[name] === undefined) {
      if (sameValue(name, value, live)) this.#rebase(name, live);
      if ([live, base].some((own) => sameValue(name, value, own))) return true;
    }
    if (isLocked) return true;
    const typed = shownValues(this.live.rows.live, this.state());
    const next = { ...typed, [name]: value };
    const message = checkJobForm(next)[name];
    if (message !== undefined) {
      this.refuse(name, message);
      return false;
    }
    return await this.#send({
      ...{ name, next, base },
      shows: shows ?? refused[name]?.shows,
    });
  }

  async #send(field: FieldChange<JobFieldName>): Promise<boolean> {
    const { name, next, base, shows } = field;
    const { rows, make, put } = this.live;
    const change = rows.changeOf(field);
    const own = { value: next[name], of: rows.ownerOf(name), shows };
    const text = { value: own.value, base } as FieldText;
    const { response } = make(change, {
      name: FIELDS[name].label,
      put: () => this.#writer?.save(name, text, (saves) => put(change, saves)) ?? put(change),
    });
    const isSaved = response.then(({ ok }) => ok);
    const answered = whileConnected(isSaved).then((ok) => ok ?? true);
    this.#inFlight.set(name, answered);
    void isSaved.finally(() => {
      if (this.#inFlight.get(name) === answered) this.#inFlight.delete(name);
    });
    // The outbox has the value now, so the form shows it as the live value.
    this.#savedSince.set(name, own.value);
    this.set({
      ...this.state(),
      saved: { ...this.state().saved, [name]: own },
    });
    this.#rebase(name, own.value);
    return await answered;
  }

  /** Notes that the field now has this value. A text typed since then stays unsaved. */
  #rebase(name: JobFieldName, base: FieldValue): void {
    const draft = this.state().drafts[name];
    if (draft === undefined) return;
    this.set(settled(withDraft(this.state(), name, { ...draft, base }), name));
  }

  /** Returns the field of the line if it has text that is not added, with an error at it. */
  #refuseLine(): (typeof LINE_FIELD)[] {
    const { line } = this.state();
    if (this.live.isLocked || !hasLineText(this.state())) return [];
    this.typeLine(line.text, ADD_LINE_FIRST);
    return [LINE_FIELD];
  }

  /** Puts the line's text of an earlier form into the field, unless another text is there by now. */
  #continueLine(writer: TextWriter<FieldText>, row: TypedText): void {
    if (hasLineText(this.state()) || typeof row.value !== "string") return;
    takeOver(writer, row);
    this.typeLine(row.value);
  }

  #askAuthors(): void {
    for (const { question } of changesByOthers(this.state(), this.live)) {
      if (question === null) continue;
      const key = questionKey(question);
      if (this.#asked.has(key)) continue;
      this.#asked.add(key);
      this.live.authorOf(question).then(
        (author) => {
          const { authors } = this.state();
          this.set({ ...this.state(), authors: { ...authors, [key]: author } });
        },
        (error: unknown) => reportError(error),
      );
    }
  }

  #dropSettledTexts(): void {
    this.drop(offeredTexts(this.state().found, this.live.rows).settled);
  }
}
