/**
 * New jobs that were begun and not saved, kept on this device until they are
 * saved or discarded, also when the tab is closed or killed.
 */
import type { OutboxChange } from "convex-outbox";
import type { DeviceSchema } from "@/offline/device/deviceSchema";
import type { DeviceStore } from "@/offline/device/deviceStore";
import { holdDraft, openDrafts } from "@/offline/device/openDrafts";
import { randomUuid } from "@/lib/randomUuid";
import { TextWriter } from "@/offline/texts/TextWriter";
import type { Customer } from "./jobForm";
import { canHold, EMPTY_JOB_FORM, JOB_FIELD_NAMES, type JobFormValues } from "./jobFormFields";
import type { NewJobStart } from "./requestedStart";

type Row = DeviceSchema["drafts"]["value"];

export interface NewJobDraft {
  /** The client key of the job. Photos chosen for the draft have it too. */
  readonly id: string;
  readonly values: JobFormValues;
  /** The customer's values at the time when the customer was chosen. */
  readonly chosen: Customer | null;
  /** When the person began the draft, in ms since 1970. */
  readonly at: number;
  /** See `NewJobStart`. */
  readonly brings?: OutboxChange | undefined;
}

export function newDraft(start?: NewJobStart): NewJobDraft {
  const at = Date.now();
  if (start !== undefined) {
    const { id, values, chosen, brings } = start;
    return { id, values, chosen, at, brings };
  }
  return { id: randomUuid(), values: EMPTY_JOB_FORM, chosen: null, at };
}

/** The drafts that are not open in a tab, the last begun first. */
export async function readDrafts(store: DeviceStore): Promise<NewJobDraft[]> {
  const [rows, open] = await Promise.all([
    store.read(["drafts"], (tx) => tx.objectStore("drafts").getAll()),
    openDrafts(),
  ]);
  return rows
    .filter(({ id }) => !open.has(id))
    .map(fromRow)
    .toSorted((a, b) => b.at - a.at);
}

/** Keeps the draft of one open form, under its id. */
export function openDraft(
  store: DeviceStore,
  { id, onProblem }: OpenDraft,
): TextWriter<NewJobDraft> {
  const release = holdDraft(id);
  return new TextWriter<NewJobDraft>({
    keyOf: () => id,
    write: (changed) =>
      store.write(["drafts"], async (tx) => {
        const rows = tx.objectStore("drafts");
        const { removed, written } = changed();
        await Promise.all([
          ...removed.map((key) => rows.delete(key)),
          ...written.map(({ text }) => rows.put(toRow(text))),
        ]);
      }),
    onProblem,
    onEnd: release,
  });
}

interface OpenDraft extends Pick<NewJobDraft, "id"> {
  /** Called with the reason why the device does not keep the draft, and with null once it does. */
  readonly onProblem: (sentence: string | null) => void;
}

function toRow({ values, chosen, brings, ...draft }: NewJobDraft): Row {
  return {
    ...draft,
    values: values as unknown as Row["values"],
    ...(chosen && { chosen }),
    ...(brings && { brings }),
  };
}

/** An older version of the page may have written the row: only fields of the right type are read. */
function fromRow({ id, values, chosen, at, brings }: Row): NewJobDraft {
  const kept = JOB_FIELD_NAMES.map((name) => [
    name,
    canHold(name, values[name]) ? values[name] : EMPTY_JOB_FORM[name],
  ]);
  const shown = Object.fromEntries(kept) as JobFormValues;
  const job_customer_id = chosen?.customer_id ?? "";
  return {
    id,
    at,
    brings,
    chosen: chosen ?? null,
    values: { ...shown, job_customer_id },
  };
}
