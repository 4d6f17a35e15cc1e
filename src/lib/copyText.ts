/**
 * Copies text. Pages of plain http have no clipboard API, so there the text is
 * selected and copied as by a person, in an element beside `near`: a dialog
 * would not let go of the focus.
 */
export async function copyText(text: string, near: Element): Promise<boolean> {
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
  near.append(area);
  area.select();
  const isCopied = document.execCommand("copy");
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isCopied;
}
