import { userEvent, type UserEvent } from "@testing-library/user-event";

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
export async function fill(
  user: UserEvent,
  field: Element,
  text: string,
): Promise<void> {
  await user.click(field);
  await user.paste(text);
}
