/** The text of an address on one line, as its field shows it: two lines become "12 Elm St, Apt 4". */
export function oneLine(text: string): string {
  return linesOf(text).replace(/,?\n/g, ", ");
}

/** A name on one line: two lines become "Ann Field". */
export function nameLine(text: string): string {
  return linesOf(text).replaceAll("\n", " ");
}

/** The lines that are not blank, trimmed. */
function linesOf(text: string): string {
  return text
    .split(/[\r\n\u2028\u2029]/)
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join("\n");
}
