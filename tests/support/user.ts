import { screen, waitFor } from "@testing-library/react";
import { userEvent, type UserEvent } from "@testing-library/user-event";
import { expect } from "vitest";

/**
 * A user of the page. The check of `pointer-events` computes the style of every ancestor at each click, and in jsdom
 * no layer covers another one: the end-to-end tests click in a browser.
 */
export function aUser(): UserEvent {
  return userEvent.setup({ pointerEventsCheck: 0 });
}

/**
 * Clicks the field and inserts the text at once, in one render of the dialog. `user.type` renders it for every letter:
 * for tests of typing itself.
 */
export async function fill(user: UserEvent, field: Element, text: string): Promise<void> {
  await user.click(field);
  await user.paste(text);
}

/** Replaces the text of the field with this one, in one render of the dialog. */
export async function retype(user: UserEvent, field: Element, text: string): Promise<void> {
  await user.clear(field);
  await fill(user, field, text);
}

/** Waits until the page shows the text. A toast is in the document a moment before it is shown. */
export async function see(text: string): Promise<void> {
  await waitFor(() => expect(screen.getByText(text)).toBeVisible());
}
