/** The names in braces that a template may have, such as "{customer}". */
export const PLACEHOLDERS = [
  "customer",
  "company",
  "link",
  "minutes",
  "visit",
  "day",
  "time",
  "address",
  "price",
] as const;

export type Placeholder = (typeof PLACEHOLDERS)[number];

export const PLACEHOLDER = /\{([^{}]*)\}/g;

export function placeholdersIn(text: string): string[] {
  return [...text.matchAll(PLACEHOLDER)].map(([, name = ""]) => name);
}

export function isPlaceholder(name: string): name is Placeholder {
  return PLACEHOLDERS.some((known) => known === name);
}

/** Why a template is refused: it has braces that nothing can fill. Null if it has none. */
export function templateRefusal(text: string): string | null {
  const unknown = placeholdersIn(text).find((name) => !isPlaceholder(name));
  if (unknown === undefined) return null;
  const known = PLACEHOLDERS.map((name) => `{${name}}`).join(", ");
  return `Nothing fills in {${unknown}}. Use ${known}.`;
}
