import { describe, expect, it } from "vitest";
import {
  advanceDrafts,
  changedFields,
  conflictingFields,
  noDrafts,
  replacedFields,
  shownValues,
  type DraftEvent,
  type DraftState,
} from "@/features/jobs/fieldDrafts";

interface Note {
  address: string;
  price: string;
}

const live: Note = { address: "12 Oak St", price: "450" };
const same = (_name: keyof Note, a: string, b: string) => a.trim() === b.trim();
const run = (...events: DraftEvent<Note>[]): DraftState<Note> =>
  events.reduce<DraftState<Note>>(
    (state, event) => advanceDrafts(state, event, same),
    noDrafts(),
  );
const focused: DraftEvent<Note> = {
  type: "focused",
  name: "address",
  live: live.address,
};
const typed = (value: string): DraftEvent<Note> => ({
  type: "typed",
  name: "address",
  live: live.address,
  value,
});
const left: DraftEvent<Note> = { type: "left", name: "address" };
const saving: DraftEvent<Note> = { type: "saving", name: "address" };
const saved = (value: string): DraftEvent<Note> => ({
  type: "saved",
  name: "address",
  value,
});
const refused: DraftEvent<Note> = {
  type: "refused",
  name: "address",
  message: "Address is required.",
};

const theirs: Note = { address: "14 Elm St", price: "500" };

describe("a field with focus", () => {
  it("keeps its text while other fields follow live data", () => {
    expect(shownValues(theirs, run(focused))).toEqual({
      address: "12 Oak St",
      price: "500",
    });
  });

  it("follows live data again after blur without a change", () => {
    expect(shownValues(theirs, run(focused, left))).toEqual(theirs);
  });

  it("counts as unchanged when only spaces were added", () => {
    const state = run(focused, typed("12 Oak St "), left);
    expect(changedFields(state, same)).toEqual([]);
    expect(shownValues(theirs, state).address).toBe("14 Elm St");
  });
});

describe("unsaved text", () => {
  it("stays after blur until it is saved", () => {
    const state = run(focused, typed("15 Oak St"), left);
    expect(changedFields(state, same)).toEqual(["address"]);
    expect(shownValues(theirs, state).address).toBe("15 Oak St");
  });

  it("is replaced by live data after the save", () => {
    const state = run(
      focused,
      typed("15 Oak St"),
      left,
      saving,
      saved("15 Oak St"),
    );
    expect(state.drafts).toEqual({});
  });

  it("typed during a save is kept and still unsaved", () => {
    const state = run(
      focused,
      typed("15 Oak St"),
      saving,
      typed("15 Oak Street"),
      saved("15 Oak St"),
    );
    expect(changedFields(state, same)).toEqual(["address"]);
    expect(shownValues(theirs, state).address).toBe("15 Oak Street");
  });

  it("stays with the error after a rejected save, and typing clears the error", () => {
    const state = run(focused, typed(""), left, saving, refused);
    expect(state.drafts.address).toEqual({
      value: "",
      base: "12 Oak St",
      error: "Address is required.",
      isSaving: false,
    });
    expect(
      advanceDrafts(state, typed("1"), same).drafts.address?.error,
    ).toBeNull();
  });

  it("is dropped when reverted", () => {
    const state = run(focused, typed("15 Oak St"), left, {
      type: "reverted",
      name: "address",
    });
    expect(shownValues(theirs, state)).toEqual(theirs);
  });

  it("keeps the focus when another field is blurred", () => {
    const state = run(
      { type: "focused", name: "price", live: "450" },
      focused,
      { type: "left", name: "price" },
    );
    expect(state.focused).toBe("address");
    expect(Object.keys(state.drafts)).toEqual(["address"]);
  });
});

describe("conflictingFields", () => {
  const mine = run(focused, typed("15 Oak St"));

  it("reports a field that another user changed under unsaved text", () => {
    expect(conflictingFields(theirs, mine, same)).toEqual(["address"]);
  });

  it("reports nothing if no other user changed it, or both typed the same", () => {
    expect(conflictingFields(live, mine, same)).toEqual([]);
    expect(
      conflictingFields({ ...live, address: "15 Oak St" }, mine, same),
    ).toEqual([]);
  });

  it("reports nothing during a save", () => {
    expect(
      conflictingFields(theirs, advanceDrafts(mine, saving, same), same),
    ).toEqual([]);
  });
});

describe("a saved text that somebody else replaces", () => {
  const edit = [focused, typed("15 Oak St"), left, saving];
  const mine = { ...live, address: "15 Oak St" };
  const seen: DraftEvent<Note> = { ...focused, live: theirs.address };
  const replaced = (now: Note, ...events: DraftEvent<Note>[]) =>
    replacedFields(now, run(...edit, ...events), same);

  it("is known from the answer on, while the field shows the other value", () => {
    expect(replaced(theirs)).toEqual([]);
    expect(replaced(mine, saved("15 Oak St"))).toEqual([]);
    expect(replaced(theirs, saved("15 Oak St"))).toEqual(["address"]);
    expect(replaced(theirs, saved("15 Oak St"), seen)).toEqual(["address"]);
  });

  it("is forgotten once the person types, or takes the other value", () => {
    const after = [saved("15 Oak St"), seen];
    expect(replaced(theirs, ...after, typed("16 Oak St"))).toEqual([]);
    const back = [typed("16 Oak St"), typed(theirs.address), left];
    expect(replaced(theirs, ...after, ...back)).toEqual([]);
    const reverted: DraftEvent<Note> = { type: "reverted", name: "address" };
    expect(replaced(theirs, ...after, reverted)).toEqual([]);
  });
});
