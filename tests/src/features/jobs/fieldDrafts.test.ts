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
  saved: { value, of: "job1" },
});
const refused: DraftEvent<Note> = {
  type: "refused",
  name: "address",
  message: "Address is required.",
};

const changedNote: Note = { address: "14 Elm St", price: "500" };

describe("a field with focus", () => {
  it("a field with focus keeps its text while other fields follow live data", () => {
    expect(shownValues(changedNote, run(focused))).toEqual({
      address: "12 Oak St",
      price: "500",
    });
  });

  it("follows live data again after blur without a change", () => {
    expect(shownValues(changedNote, run(focused, left))).toEqual(changedNote);
  });

  it("counts as unchanged when only spaces were added", () => {
    const state = run(focused, typed("12 Oak St "), left);
    expect(changedFields(state, same)).toEqual([]);
    expect(shownValues(changedNote, state).address).toBe("14 Elm St");
  });
});

describe("unsaved text", () => {
  it("unsaved text stays after blur until it is saved", () => {
    const state = run(focused, typed("15 Oak St"), left);
    expect(changedFields(state, same)).toEqual(["address"]);
    expect(shownValues(changedNote, state).address).toBe("15 Oak St");
  });

  it("unsaved text is replaced by live data after the save", () => {
    const state = run(
      focused,
      typed("15 Oak St"),
      left,
      saving,
      saved("15 Oak St"),
    );
    expect(state.drafts).toEqual({});
  });

  it("unsaved text typed during a save is kept and still unsaved", () => {
    const state = run(
      focused,
      typed("15 Oak St"),
      saving,
      typed("15 Oak Street"),
      saved("15 Oak St"),
    );
    expect(changedFields(state, same)).toEqual(["address"]);
    expect(shownValues(changedNote, state).address).toBe("15 Oak Street");
  });

  it("unsaved text stays with the error after a rejected save, and typing clears the error", () => {
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

  it("unsaved text is dropped when reverted", () => {
    const state = run(focused, typed("15 Oak St"), left, {
      type: "reverted",
      name: "address",
    });
    expect(shownValues(changedNote, state)).toEqual(changedNote);
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
    expect(conflictingFields(changedNote, mine, same)).toEqual(["address"]);
  });

  it("reports nothing if no other user changed it, or both typed the same", () => {
    expect(conflictingFields(live, mine, same)).toEqual([]);
    expect(
      conflictingFields({ ...live, address: "15 Oak St" }, mine, same),
    ).toEqual([]);
  });

  it("reports nothing during a save", () => {
    expect(
      conflictingFields(changedNote, advanceDrafts(mine, saving, same), same),
    ).toEqual([]);
  });
});

describe("saved texts that somebody else replaces", () => {
  const edit = [focused, typed("15 Oak St"), left, saving];
  const mine = { ...live, address: "15 Oak St" };
  const seen: DraftEvent<Note> = { ...focused, live: changedNote.address };
  const replaced = (now: Note, ...events: DraftEvent<Note>[]) =>
    replacedFields(now, run(...edit, ...events), same);

  it("a saved text that somebody else replaces is known from the answer on, while the field shows the other value", () => {
    expect(replaced(changedNote)).toEqual([]);
    expect(replaced(mine, saved("15 Oak St"))).toEqual([]);
    expect(replaced(changedNote, saved("15 Oak St"))).toEqual(["address"]);
    expect(replaced(changedNote, saved("15 Oak St"), seen)).toEqual([
      "address",
    ]);
  });

  it("a saved text that somebody else replaces is forgotten once the person types, or takes the other value", () => {
    const after = [saved("15 Oak St"), seen];
    expect(replaced(changedNote, ...after, typed("16 Oak St"))).toEqual([]);
    const back = [typed("16 Oak St"), typed(changedNote.address), left];
    expect(replaced(changedNote, ...after, ...back)).toEqual([]);
    const reverted: DraftEvent<Note> = { type: "reverted", name: "address" };
    expect(replaced(changedNote, ...after, reverted)).toEqual([]);
  });
});
