import type { OutboxItem } from "convex-outbox";

/**
 * Unsaved text over live data, field by field. A field with focus or unsaved text keeps its draft whatever arrives
 * from the server; every other field shows the live value. Each draft stores the live value from which it began.
 */
interface FieldDraft<T> {
  readonly value: T;
  /** The live value when the draft began. A successful save updates it. */
  readonly base: T;
  readonly error: string | null;
  readonly isSaving: boolean;
}

type FieldDrafts<V> = {
  readonly [K in keyof V]?: FieldDraft<V[K]>;
};

export interface DraftState<V> {
  readonly drafts: FieldDrafts<V>;
  readonly focused: keyof V | null;
  /** The last value that was saved here, until something else is typed. */
  readonly saved: { readonly [K in keyof V]?: SavedValue<V[K]> };
}

export interface SavedValue<T> {
  readonly value: T;
  /** The id of the row that has the field: for a phone, the customer's. */
  readonly of: string;
  /** The text to show for a value that is an id. */
  readonly shows?: OutboxItem["shows"];
}

export type DraftEvent<V> = {
  [K in keyof V]:
    | { type: "focused"; name: K; live: V[K] }
    | { type: "typed"; name: K; live: V[K]; value: V[K] }
    /** Text of an earlier form, which the person has chosen to use. */
    | { type: "restored"; name: K; value: V[K]; base: V[K] }
    | { type: "left"; name: K }
    | { type: "saving"; name: K }
    | { type: "saved"; name: K; saved: SavedValue<V[K]> }
    | { type: "refused"; name: K; message: string }
    | { type: "reverted"; name: K };
}[keyof V];

/** Whether two values of a field mean the same to the business ("450" and "450.00"). */
export type SameValue<V> = <K extends keyof V>(
  name: K,
  a: V[K],
  b: V[K],
) => boolean;

export function noDrafts<V>(): DraftState<V> {
  return { drafts: {}, focused: null, saved: {} };
}

export function advanceDrafts<V>(
  state: DraftState<V>,
  event: DraftEvent<V>,
  same: SameValue<V>,
): DraftState<V> {
  const { name } = event;
  const draft = state.drafts[name];
  switch (event.type) {
    case "focused":
      return {
        ...state,
        focused: name,
        drafts: draft ? state.drafts : put(state, name, begin(event.live)),
      };
    case "typed":
      return type(state, event, same);
    case "restored": {
      const restored = { ...begin(event.base), value: event.value };
      return { ...state, drafts: put(state, name, restored) };
    }
    case "left": {
      const focused = state.focused === name ? null : state.focused;
      return settle({ ...state, focused }, name, same);
    }
    case "saving":
      return patch(state, name, { isSaving: true, error: null });
    case "saved":
      return settle(keepSaved(state, name, event.saved), name, same);
    case "refused":
      return patch(state, name, { isSaving: false, error: event.message });
    case "reverted":
      return {
        ...state,
        saved: without(state.saved, name),
        drafts: without(state.drafts, name),
      };
    default:
      return event satisfies never;
  }
}

/** The shown value of each field: its draft if it has one, else the live value. */
export function shownValues<V extends object>(
  live: V,
  { drafts }: DraftState<V>,
): V {
  const typed = namesOf(drafts).map((name) => [name, drafts[name]?.value]);
  return { ...live, ...(Object.fromEntries(typed) as Partial<V>) };
}

/** The fields whose text differs from the base of their draft. */
export function changedFields<V>(
  { drafts }: DraftState<V>,
  same: SameValue<V>,
): (keyof V)[] {
  return namesOf(drafts).filter((name) => {
    const draft = drafts[name];
    return draft !== undefined && !same(name, draft.value, draft.base);
  });
}

/** The fields that were saved here and have another value by now, unless something else was typed since. */
export function replacedFields<V>(
  live: V,
  { drafts, saved }: DraftState<V>,
  same: SameValue<V>,
): (keyof V)[] {
  return namesOf(saved).filter((name) => {
    const [draft, mine] = [drafts[name], saved[name]];
    if (mine === undefined || same(name, mine.value, live[name])) return false;
    return draft === undefined || same(name, draft.value, live[name]);
  });
}

/** The fields that someone else changed under unsaved text. */
export function conflictingFields<V>(
  live: V,
  state: DraftState<V>,
  same: SameValue<V>,
): (keyof V)[] {
  return changedFields(state, same).filter((name) => {
    const draft = state.drafts[name];
    return (
      draft !== undefined &&
      !draft.isSaving &&
      !same(name, live[name], draft.base) &&
      !same(name, live[name], draft.value)
    );
  });
}

function begin<T>(live: T): FieldDraft<T> {
  return { value: live, base: live, error: null, isSaving: false };
}

/** A text other than the draft's base replaces the value that was saved here. */
function type<V, K extends keyof V>(
  state: DraftState<V>,
  { name, live, value }: { name: K; live: V[K]; value: V[K] },
  same: SameValue<V>,
): DraftState<V> {
  const draft = state.drafts[name] ?? begin(live);
  const isSame = same(name, value, draft.base);
  return {
    ...state,
    saved: isSame ? state.saved : without(state.saved, name),
    drafts: put(state, name, { ...draft, value, error: null }),
  };
}

/** Drops a draft without focus and without changes, so that the field shows live data. */
function settle<V, K extends keyof V>(
  state: DraftState<V>,
  name: K,
  same: SameValue<V>,
): DraftState<V> {
  const draft = state.drafts[name];
  if (!draft || draft.isSaving || state.focused === name) return state;
  if (!same(name, draft.value, draft.base)) return state;
  return { ...state, drafts: without(state.drafts, name) };
}

function keepSaved<V, K extends keyof V>(
  state: DraftState<V>,
  name: K,
  own: SavedValue<V[K]>,
): DraftState<V> {
  const saved = { ...state.saved, [name]: own };
  const done = { isSaving: false, base: own.value };
  return patch({ ...state, saved }, name, done);
}

function patch<V, K extends keyof V>(
  state: DraftState<V>,
  name: K,
  change: Partial<FieldDraft<V[K]>>,
): DraftState<V> {
  const draft = state.drafts[name];
  if (!draft) return state;
  return { ...state, drafts: put(state, name, { ...draft, ...change }) };
}

function put<V, K extends keyof V>(
  { drafts }: DraftState<V>,
  name: K,
  draft: FieldDraft<V[K]>,
): FieldDrafts<V> {
  return { ...drafts, [name]: draft };
}

function without<Fields extends object>(
  fields: Fields,
  name: keyof Fields,
): Fields {
  const rest = { ...fields };
  delete rest[name];
  return rest;
}

function namesOf<V>(fields: {
  readonly [K in keyof V]?: unknown;
}): (keyof V)[] {
  return Object.keys(fields) as (keyof V)[];
}
