/** The text with each number on the line of the word before it: "Nov 26", "takes until Thu, May 14, 5 PM". */
export function withWholeNumbers(text: string): string {
  return text.replaceAll(/ (?=\d|[AP]M\b)/g, "\u00a0");
}
