import { showToast } from "./toasts";

/** The longest text that a toast shows. */
const MAX_SHOWN = 200;

/**
 * Copies text for the person who pressed `button`, and shows whether it worked. `name` says what the text is, such as
 * "Link".
 */
export async function copyText(name: string, text: string, button: Element): Promise<void> {
  if (await isCopied(text, button)) showToast("success", `${name} copied`);
  else
    showToast("error", `${name} not copied`, {
      description: text.length > MAX_SHOWN ? "Select it and copy it by hand." : text,
    });
}

/**
 * Copies the text. Pages over plain http have no clipboard API: there the text is selected and copied as by a person,
 * in an element beside the button, because an open dialog keeps the focus inside of it.
 */
async function isCopied(text: string, button: Element): Promise<boolean> {
  if (window.isSecureContext)
    return await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  const area = document.createElement("textarea");
  area.value = text;
  area.className = "sr-only";
  area.readOnly = true;
  const focused = document.activeElement;
  button.after(area);
  area.select();
  const hasCopied = document.execCommand("copy");
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return hasCopied;
}
