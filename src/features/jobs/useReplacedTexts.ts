import { useConvex } from "convex/react";
import { convexToJson, type Value } from "convex/values";
import { useEffect, useState } from "react";
import { writerOf } from "@/offline/outbox/writerOf";
import { useSession } from "@/session/session";
import {
  replacedFields,
  type DraftState,
  type SavedValue,
} from "./fieldDrafts";
import type { EditedRows } from "./editedRows";
import { sameValue } from "./jobForm";
import {
  shownAt,
  type JobFieldName,
  type JobFormValues,
} from "./jobFormFields";

interface FormOfTexts {
  readonly rows: EditedRows;
  readonly state: DraftState<JobFormValues>;
}

/** A value that was saved in a field here, and who has replaced it since. */
export interface ReplacedText {
  readonly name: JobFieldName;
  readonly mine: SavedValue<JobFormValues[JobFieldName]>;
  /** Empty if the change is too old to find its author. */
  readonly byName: string;
}

/** By the field where the notice is shown. */
export type ReplacedTexts = Partial<Record<JobFieldName, ReplacedText>>;

/** Tells the person whose saved text somebody else replaces, while the form is open. */
export function useReplacedTexts(form: FormOfTexts): ReplacedTexts {
  const { rows, state } = form;
  const replaced = replacedFields(rows.live, state, sameValue);
  const questions = replaced.flatMap((name) => {
    const owners = [rows.ownerOf(name), rows.rowOf(name)?.clientKey];
    // The field of another customer is not the one that was saved.
    if (!owners.includes(state.saved[name]?.of)) return [];
    return questionOf(rows, name) ?? [];
  });
  const writers = useWriters(questions);
  return Object.fromEntries(
    questions.flatMap((question) => {
      const { name } = question;
      const byName = writers.get(JSON.stringify(question));
      const mine = state.saved[name];
      return byName === undefined || mine === undefined
        ? []
        : [[shownAt(name), { name, mine, byName }]];
    }),
  );
}

/** Who has changed these fields under unsaved text, as far as the history tells. */
export function useConflictWriters(
  rows: EditedRows,
  names: readonly JobFieldName[],
): Partial<Record<JobFieldName, string>> {
  const questions = names.flatMap((name) => questionOf(rows, name) ?? []);
  const writers = useWriters(questions);
  return Object.fromEntries(
    questions.map((each) => [each.name, writers.get(JSON.stringify(each))]),
  );
}

/** Null if the row that has the field is not loaded. */
function questionOf(rows: EditedRows, name: JobFieldName): Question | null {
  const row = rows.rowOf(name);
  if (row === null) return null;
  const stored = (row as Readonly<Record<string, unknown>>)[name] ?? null;
  return { name, subject: row._id, value: convexToJson(stored as Value) };
}

interface Question {
  readonly name: JobFieldName;
  readonly subject: string;
  readonly value: ReturnType<typeof convexToJson>;
}

/** The author of each value, except the person themselves, on another device or by an undo. */
function useWriters(
  questions: readonly Question[],
): ReadonlyMap<string, string> {
  const convex = useConvex();
  const session = useSession();
  const own = session.status === "signedIn" ? session.user.id : null;
  const [writers, setWriters] = useState<ReadonlyMap<string, string>>(
    new Map(),
  );
  const asked = questions.map((each) => JSON.stringify(each)).join("\n");
  useEffect(() => {
    if (asked === "") return;
    let isCurrent = true;
    for (const key of asked.split("\n")) {
      const { name, subject, value } = JSON.parse(key) as Question;
      writerOf(convex, subject, { [name]: value }).then(
        (entry) => {
          if (!isCurrent || entry === undefined || entry?.by === own) return;
          const isMerged = entry?.kind === "dedupe" || entry?.kind === "merge";
          // The chosen customer was merged into another one and no longer exists.
          if (name === "job_customer_id" && isMerged) return;
          setWriters((now) => new Map(now).set(key, entry?.byName ?? ""));
        },
        (error: unknown) => reportError(error),
      );
    }
    return () => {
      isCurrent = false;
    };
  }, [convex, own, asked]);
  return writers;
}
