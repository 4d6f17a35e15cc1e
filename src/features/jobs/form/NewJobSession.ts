import type { ContactFields } from "@domain/customer/pastedContact";
import type { DeviceStore } from "@/offline/device/deviceStore";
import type { TextWriter } from "@/offline/texts/TextWriter";
import type { Customer } from "@/job/jobForm";
import {
  CUSTOMER_FIELDS,
  FORM_FIELDS,
  shownAt,
  type JobFieldName,
  type JobFormValues,
} from "@/job/jobFormFields";
import type { JobFormControl } from "@/job/JobFormContext";
import { openDraft, type NewJobDraft } from "@/job/newJobDraft";
import type { useCreateJob } from "@/job/useCreateJob";
import { namesOf, NOTHING_TYPED, withoutDrafts } from "./formState";
import { FormSession, type Closing } from "./FormSession";
import { CUSTOMER_NAMES, draftOf, newJobView, startOf, type NewJobState } from "./newJobView";

interface NewJobParts {
  readonly hasPhotos: boolean;
  readonly create: ReturnType<typeof useCreateJob>;
}

/** The name under which the device stores the texts of a new job, as one. */
const DRAFT = "draft";

/**
 * A job that does not exist yet: its live values are those that it starts with, and Save creates it as a whole, with
 * its customer. Its draft is kept on the device until it is saved or discarded.
 */
export class NewJobSession extends FormSession<NewJobParts, NewJobState> {
  #writer: TextWriter<NewJobDraft> | null = null;
  #hasEnded = false;

  /** `began` are the values of a form that counts as empty. */
  constructor(draft: NewJobDraft, began: JobFormValues, parts: NewJobParts) {
    const { id, at, values, chosen, brings } = draft;
    const touched: ReadonlySet<JobFieldName> = new Set();
    const given = { ...NOTHING_TYPED, id, at, began, chosen, brings, touched };
    const live = startOf(given);
    const drafts = namesOf(values)
      .filter((name) => values[name] !== live[name])
      .map((name) => {
        const draft = { value: values[name], base: live[name], error: null };
        return [name, draft] as const;
      });
    const state = { isSaving: false, problem: null };
    super({ ...given, ...state, drafts: Object.fromEntries(drafts) }, parts);
  }

  override follow(parts: NewJobParts): void {
    super.follow(parts);
    this.#keep();
  }

  /** Keeps the draft in the store. Returns a function that stops. */
  keepIn(store: DeviceStore, isKept: boolean): () => void {
    const { id } = this.state();
    const writer = openDraft(store, {
      id,
      onProblem: (problem) => this.set({ ...this.state(), problem }),
    });
    this.#writer = writer;
    if (isKept) writer.takeOver({ key: id, field: DRAFT, text: draftOf(this.state()) });
    this.#keep();
    return () => {
      if (this.#writer === writer) this.#writer = null;
      writer.stop();
    };
  }

  /** Called when a field loses the focus: its error is shown from then on. */
  readonly leave: JobFormControl["leave"] = (name, value) => {
    this.type(name, value);
    this.left(name);
    this.#touch([name]);
  };

  readonly choose: JobFormControl["choose"] = (name, value) => {
    this.type(name, value);
    this.#touch([name]);
  };

  /** A form in which something was entered asks before it closes. */
  close(): Closing {
    return { isDone: !this.#view().isFilled };
  }

  discard(): void {
    this.#hasEnded = true;
    this.#writer?.discard();
  }

  /** Creates the job, and waits for the server. A job that it refuses is a draft again. */
  async save(): Promise<Closing> {
    const faults = namesOf(this.#view().faults);
    this.#touch(faults);
    if (faults.length > 0) return { isDone: false, at: faults[0] };
    if (this.state().isSaving) return { isDone: false };
    const { drafts } = this.state();
    const accepted = Object.entries(drafts).map(
      ([name, draft]) => [name, { ...draft, error: null }] as const,
    );
    this.set({
      ...{ ...this.state(), isSaving: true },
      drafts: Object.fromEntries(accepted),
    });
    const writer = this.#writer;
    const draft = draftOf(this.state());
    const created = await this.live.create(draft, {
      save: (put) => writer?.save(DRAFT, draft, put) ?? put(),
    });
    this.#hasEnded = created.ok;
    this.set({ ...this.state(), isSaving: false });
    if (created.ok) return { isDone: true };
    const { field = "", message } = created.error;
    if (field in FORM_FIELDS) this.refuse(shownAt(field as JobFieldName), message);
    await writer?.flush();
    await created.withdraw();
    return { isDone: false };
  }

  /** Chooses a customer from the list. */
  readonly chooseCustomer = (chosen: Customer): void =>
    this.set({ ...withoutDrafts(this.state(), CUSTOMER_NAMES), chosen });

  /**
   * A new name is a different person: the chosen customer's values go, and typed values stay.
   */
  readonly typeName = (name: string): void => {
    const { drafts, chosen } = this.state();
    const known = startOf(this.state());
    const same = namesOf(drafts).filter((each) => chosen && drafts[each]?.value === known[each]);
    const state = withoutDrafts({ ...this.state(), chosen: null }, same);
    const live = startOf(state);
    const kept = namesOf(state.drafts).map((each) => {
      return [each, { ...state.drafts[each], base: live[each] }] as const;
    });
    this.set({ ...state, drafts: Object.fromEntries(kept) });
    this.type("customer_name", name);
  };

  /** Creates the job without the materials of the job that is booked again. */
  readonly bringNothing = (): void => this.set({ ...this.state(), brings: undefined });

  /** Fills several fields with texts from the clipboard. */
  fill(fields: Partial<ContactFields>): void {
    for (const [name, text] of Object.entries(fields))
      this.choose(name as keyof ContactFields, text);
  }

  /** Empties the fields that still have these texts: the undo of `fill`. */
  empty(fields: Partial<ContactFields>): void {
    const { values } = this.#view();
    for (const [name, text] of Object.entries(fields)) {
      const isChosen = this.state().chosen !== null && name in CUSTOMER_FIELDS;
      const field = name as keyof ContactFields;
      if (values[field] === text && !isChosen) this.type(field, "");
    }
  }

  protected override set(state: NewJobState): void {
    super.set(state);
    this.#keep();
  }

  protected override liveOf<K extends JobFieldName>(name: K) {
    return startOf(this.state())[name];
  }

  #touch(names: readonly JobFieldName[]): void {
    const touched = new Set([...this.state().touched, ...names]);
    this.set({ ...this.state(), touched });
  }

  #view() {
    return newJobView(this.state(), this.live);
  }

  #keep(): void {
    // While the job is being saved, the outbox has it.
    const isSaved = this.#hasEnded || this.state().isSaving;
    if (isSaved || this.#writer === null) return;
    const { isFilled } = this.#view();
    this.#writer.show(isFilled ? { [DRAFT]: draftOf(this.state()) } : {});
  }
}
