import { act, fireEvent } from "@testing-library/react";
import { api } from "@convex/_generated/api";
import { UndoKeys } from "@/offline/undo/UndoKeys";
import { aJob } from "./builders";
import type { FakeBackend } from "./fakeBackend";
import { field, openJobOnDevice } from "./jobDialogs";
import { retype } from "./user";

/** Opens the dialog of a job with a price of $200, on a page with the keys of undo. */
export async function openUndoable({ connected = true } = {}) {
  const { user, backend } = await openJobOnDevice({
    job: aJob({ jobs_price: 200 }),
    connected,
    beside: <UndoKeys />,
    prepare: (each) => each.perform(api.changes.undoIntent, () => true),
  });
  const enterPrice = async (text: string) => {
    await retype(user, field("Price"), text);
    await user.tab();
  };
  return { user, backend, enterPrice };
}

/** As with the focus on nothing. */
export function pressUndo(keys: KeyboardEventInit = { ctrlKey: true }) {
  act(() => (document.activeElement as HTMLElement | null)?.blur());
  fireEvent.keyDown(document.body, { key: "z", ...keys });
}

/** The intents that the server was asked to undo, in order. */
export const undone = (backend: FakeBackend) =>
  backend.callsOf(api.changes.undoIntent).map(({ undoneIntent }) => undoneIntent);
