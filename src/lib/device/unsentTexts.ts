import { valueLines } from "@domain/history";
import { formatDateTime } from "../formatDateTime";
import { changeLines } from "../outbox/changeText";
import { listStores, readUnsent, removeStore } from "./devices";

/** What a person made of one job, customer or item. */
interface UnsentText {
  readonly subject: string;
  readonly lines: readonly string[];
}

export interface UnsentTexts {
  /** The stores that have them. */
  readonly stores: readonly string[];
  readonly texts: readonly UnsentText[];
  readonly photoCount: number;
}

/** What the person with this e-mail typed on this device and the server does not have; null if there is nothing. */
export async function unsentTextsOf(
  email: string,
): Promise<UnsentTexts | null> {
  const stores = (await listStores())
    .filter((store) => store.email && isSameEmail(store.email, email))
    .map(({ name }) => name);
  const unsent = await Promise.all(stores.map(readUnsent));
  const texts = unsent.flatMap(({ changes, typed, drafts }) => [
    ...changes
      .toSorted((a, b) => a.order - b.order)
      .map((item) => ({
        subject: item.subject.label,
        lines: changeLines(item),
      })),
    ...typed.map(({ label, field, value }) => ({
      subject: label,
      lines: linesOf({ [field]: value }),
    })),
    ...drafts.map(({ values }) => ({
      subject: "New job",
      lines: linesOf(values),
    })),
  ]);
  const photoCount = unsent.reduce((sum, { photos }) => sum + photos, 0);
  return texts.length + photoCount === 0 ? null : { stores, texts, photoCount };
}

export async function removeUnsentTexts({
  stores,
}: UnsentTexts): Promise<void> {
  for (const name of stores) await removeStore(name);
}

export function asText({ texts }: UnsentTexts): string {
  return texts
    .map(({ subject, lines }) => [subject, ...lines].join("\n"))
    .join("\n\n");
}

function linesOf(values: Readonly<Record<string, unknown>>): string[] {
  const filled = Object.entries(values).filter(
    ([, value]) => value !== "" && value !== null,
  );
  return valueLines(Object.fromEntries(filled), formatDateTime);
}

/** The server compares them without case too. */
function isSameEmail(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}
