import type { ClipboardEvent } from "react";
import { pastedText } from "@/job/jobFormFields";

/** Pastes several lines into a field of one line: those of an address with ", " between them, not with a blank. */
export function pasteLines(event: ClipboardEvent): void {
  const { target, clipboardData, defaultPrevented } = event;
  if (defaultPrevented || !(target instanceof HTMLInputElement)) return;
  const text = clipboardData.getData("text/plain");
  const line = pastedText(target.name, text);
  if (line === text) return;
  event.preventDefault();
  // Unlike another value of the field, it is undone by the browser's own Ctrl+Z.
  document.execCommand("insertText", false, line);
}
