import { valueLines } from "@domain/history/history";
import { formatDateTime } from "@/lib/formatDateTime";
import { changeLines } from "@/offline/outbox/changeText";
import { listStores, readUnsent, removeStore } from "@/offline/device/devices";

/** The unsent work on one job, customer or item. */
interface UnsentText {
  readonly subject: string;
  readonly lines: readonly string[];
}

export interface UnsentTexts {
  /** The names of the stores that have the texts. */
  readonly stores: readonly string[];
  readonly texts: readonly UnsentText[];
  readonly photoCount: number;
}

/** The unsent work of the person with this e-mail on this device; null if there is none. */
export async function unsentTextsOf(email: string): Promise<UnsentTexts | null> {
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

export async function removeUnsentTexts({ stores }: UnsentTexts): Promise<void> {
  for (const name of stores) await removeStore(name);
}

export function asText({ texts }: UnsentTexts): string {
  return texts.map(({ subject, lines }) => [subject, ...lines].join("\n")).join("\n\n");
}

function linesOf(values: Readonly<Record<string, unknown>>): string[] {
  const filled = Object.entries(values).filter(([, value]) => value !== "" && value !== null);
  return valueLines(Object.fromEntries(filled), formatDateTime);
}

/** The server ignores the case of e-mail addresses too. */
function isSameEmail(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}
