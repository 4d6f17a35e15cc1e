/** The text of an address on one line, as its field shows it: "12 Elm St, Apt 4" if it had two. */
export function oneLine(text: string): string {
  return linesOf(text).replace(/,?\n/g, ", ");
}

/** A name on one line: "Ann Field" if it had two. */
export function nameLine(text: string): string {
  return linesOf(text).replaceAll("\n", " ");
}

/** The lines that hold something, trimmed. */
function linesOf(text: string): string {
  return text
    .split(/[\r\n\u2028\u2029]/)
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join("\n");
}
