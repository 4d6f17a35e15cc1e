const ABBREVIATIONS = /^(?:[ns][ew]|llc|inc|us|sr|cr|\d+[a-z])$/i;
const ORDINAL = /^\d+(?:st|nd|rd|th)$/;

/** A name or a place with capitals at the beginnings of its words, if it was typed without any. */
export function capitalized(typed: string): string {
  const words = typed.trim().split(/\s+/);
  const hasCapitals = /\p{Lu}/u.test(typed);
  return words.map((word) => (hasCapitals ? word : capitalize(word))).join(" ");
}

function capitalize(word: string): string {
  if (ORDINAL.test(word)) return word;
  if (ABBREVIATIONS.test(word)) return word.toUpperCase();
  return word
    .replace(/(?<![\p{L}\d'’])\p{L}|(?<=\b[oO]['’])\p{L}/gu, upper)
    .replace(/^Mc\p{L}/u, (start) => `Mc${upper(start.slice(2))}`);
}

function upper(letter: string): string {
  return letter.toUpperCase();
}
