import { Listeners } from "@/lib/Listeners";
import type { JobFieldName, JobFormValues } from "@/job/jobFormFields";
import type { JobFormControl } from "@/job/JobFormContext";
import { settled, typed, withDraft, type FormState } from "./formState";

/** The result of closing or saving a form. */
export interface Closing {
  /** False: the form stays open. */
  readonly isDone: boolean;
  /** The field that keeps the form open, if a field is the reason. */
  readonly at?: string | undefined;
}

type FieldEvents = Pick<JobFormControl, "focus" | "type" | "leave" | "choose">;

/**
 * An open form, outside of React: drafts over the live values that it follows. How a field is saved when it is
 * left is in EditSession.ts for an existing record, and in NewJobSession.ts for a new one.
 */
export abstract class FormSession<Live, State extends FormState> implements FieldEvents {
  readonly #listeners = new Listeners();
  #state: State;
  #live: Live;

  constructor(state: State, live: Live) {
    this.#state = state;
    this.#live = live;
  }

  readonly subscribe = this.#listeners.subscribe;

  /** The typed values and texts. The same object until one of them changes. */
  readonly state = (): State => this.#state;

  protected get live(): Live {
    return this.#live;
  }

  follow(live: Live): void {
    this.#live = live;
  }

  readonly focus = (name: JobFieldName): void => {
    const { drafts } = this.#state;
    const live = this.liveOf(name);
    const draft = drafts[name] ?? { value: live, base: live, error: null };
    this.set(withDraft({ ...this.#state, focused: name }, name, draft));
  };

  readonly type: FieldEvents["type"] = (name, value) =>
    this.set(typed(this.#state, { name, value, live: this.liveOf(name) }));

  abstract readonly leave: FieldEvents["leave"];

  abstract readonly choose: FieldEvents["choose"];

  protected left(name: JobFieldName): void {
    const { focused } = this.#state;
    const next = { ...this.#state, focused: focused === name ? null : focused };
    this.set(settled(next, name));
  }

  /** The error stays at the field until something else is typed there. */
  protected refuse(name: JobFieldName, error: string): void {
    const live = this.liveOf(name);
    const draft = this.#state.drafts[name] ?? { value: live, base: live };
    this.set(withDraft(this.#state, name, { ...draft, error }));
  }

  protected abstract liveOf<K extends JobFieldName>(name: K): JobFormValues[K];

  protected set(state: State): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#listeners.notify();
  }
}
