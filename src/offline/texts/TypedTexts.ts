/** Unsaved texts of existing jobs and customers: one row on the device for each field of a form. */
import { randomUuid } from "@/lib/randomUuid";
import { SharedValue } from "@/lib/SharedValue";
import type { DeviceSchema } from "@/offline/device/deviceSchema";
import type { DeviceStore } from "@/offline/device/deviceStore";
import { showStoreProblem } from "@/offline/device/storeProblem";
import { claimTab, openTabs, THIS_TAB } from "@/offline/device/thisTab";
import { TextWriter } from "./TextWriter";

export type TypedText = DeviceSchema["typed"]["value"];

/** The text typed in a field, and the field's value before. */
export type FieldText = Pick<TypedText, "value" | "base">;

/** Texts by field. */
export type FieldTexts = Readonly<Record<string, FieldText>>;

/** The job that a form edits. */
interface TextSubject {
  /** The job's client key, or its id. */
  readonly key: string;
  /** Shown to the person, such as "612 Oak Street". */
  readonly label: string;
}

/** The forms of this tab that are open, or whose texts are being sent. */
const openForms = new Set<string>();

/** The keys of found texts that were used or discarded in this tab. Their rows are deleted soon. */
export const decidedTexts = new SharedValue<ReadonlySet<string>>(new Set());

/** The texts that closed forms and ended tabs left, the newest first. */
export async function foundTexts(store: DeviceStore, subject?: string): Promise<TypedText[]> {
  const [rows, open] = await Promise.all([
    store.read(["typed"], (tx) => tx.objectStore("typed").getAll()),
    openTabs(),
  ]);
  return rows
    .filter((row) => subject === undefined || row.subject === subject)
    .filter(({ key }) => !decidedTexts.get().has(key))
    .filter(({ tab, form }) =>
      tab === THIS_TAB ? form === undefined || !openForms.has(form) : !open.has(tab),
    )
    .toSorted((a, b) => b.at - a.at);
}

export async function removeTexts(store: DeviceStore, texts: readonly TypedText[]): Promise<void> {
  const keys = texts.map(({ key }) => key);
  decide(keys);
  try {
    await store.write(["typed"], async (tx) => {
      const rows = tx.objectStore("typed");
      await Promise.all(keys.map((key) => rows.delete(key)));
    });
  } catch (error) {
    undecide(keys);
    throw error;
  }
}

function decide(keys: readonly string[]): void {
  decidedTexts.set(new Set([...decidedTexts.get(), ...keys]));
}

function undecide(keys: readonly string[]): void {
  if (keys.length === 0) return;
  const decided = [...decidedTexts.get()];
  decidedTexts.set(new Set(decided.filter((key) => !keys.includes(key))));
}

/** Makes a text that an earlier form left a text of this form: it is not offered again. */
export function takeOver(
  writer: TextWriter<FieldText>,
  { key, field, value, base }: TypedText,
): void {
  decide([key]);
  writer.takeOver({ key, field, text: { value, base } });
}

/** Keeps the unsaved texts of one open form. */
export function openTypedTexts(
  store: DeviceStore,
  { key: subject, label }: TextSubject,
): TextWriter<FieldText> {
  const form = randomUuid();
  openForms.add(form);
  return new TextWriter<FieldText>({
    keyOf: (field, copy) => `${subject}/${field}/${form}${copy > 0 ? `/${copy}` : ""}`,
    write: async (changed) => {
      const at = Date.now();
      await claimTab();
      await store.write(["typed"], async (tx) => {
        const rows = tx.objectStore("typed");
        const { removed, written } = changed();
        await Promise.all([
          ...removed.map((key) => rows.delete(key)),
          ...written.map(({ key, field, text }) =>
            rows.put({
              ...{ key, subject, label, field, at, tab: THIS_TAB, form },
              ...text,
            }),
          ),
        ]);
      });
    },
    onProblem: (sentence) => {
      if (sentence !== null) showStoreProblem(sentence);
    },
    onEnd: (offered) => {
      openForms.delete(form);
      undecide(offered);
    },
  });
}
