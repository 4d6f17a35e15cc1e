/** The line ends of files and pastes, with the spaces around them and a comma that ends a line. */
const LINE_END = /(,?)[^\S\r\n\u2028\u2029]*[\r\n\u2028\u2029]\s*/g;

/** The text of an address on one line, as its field shows it: "12 Elm St, Apt 4" if it had two. */
export function oneLine(text: string): string {
  return text.trim().replace(LINE_END, ", ");
}

/** A name on one line: "Ann Field" if it had two. */
export function nameLine(text: string): string {
  return text.trim().replace(LINE_END, "$1 ");
}
