/**
 * The unsaved new job, kept for this tab so that a reload, a crash or a tap
 * beside the dialog loses nothing that was typed. Each person has their own:
 * whoever signs in next at the same desk does not see it.
 */
import { isJobStatus } from "@domain/jobs";
import { sameValue } from "./jobForm";
import {
  EMPTY_JOB_FORM,
  JOB_FIELD_NAMES,
  type JobFormValues,
} from "./jobFormFields";

const keyOf = (userId: string) => `downspout.newJob.${userId}`;

export interface NewJobDraft {
  /** Photos chosen for the draft carry it until the job has an id. */
  readonly draftId: string;
  readonly values: JobFormValues;
}

/** Not crypto.randomUUID: on an office network without https the browser has none. */
export function newDraftId(): string {
  return `draft-${Date.now()}-${Math.random().toString(36).slice(2)}`;
}

export function isFilled(values: JobFormValues): boolean {
  return JOB_FIELD_NAMES.some(
    (name) => !sameValue(name, values[name], EMPTY_JOB_FORM[name]),
  );
}

export function readDraft(userId: string): NewJobDraft | null {
  const text = sessionStorage.getItem(keyOf(userId));
  return text === null ? null : parseDraft(text);
}

export function writeDraft(userId: string, draft: NewJobDraft): void {
  const text = JSON.stringify(draft);
  try {
    sessionStorage.setItem(keyOf(userId), text);
  } catch (error) {
    // A pasted text of some megabytes does not fit: it stays in the open form only.
    if (!(error instanceof DOMException)) throw error;
  }
}

export function clearDraft(userId: string): void {
  sessionStorage.removeItem(keyOf(userId));
}

/** An older version of the page may have written it: only fields of the right kind are taken. */
function parseDraft(text: string): NewJobDraft | null {
  const draft = parseJson(text);
  if (!isRecord(draft) || typeof draft.draftId !== "string") return null;
  if (!isRecord(draft.values)) return null;
  const typed = draft.values;
  const fields: [string, unknown][] = Object.entries(EMPTY_JOB_FORM);
  const kept = fields.map(([name, empty]) => [
    name,
    isLike(typed[name], empty, name) ? typed[name] : empty,
  ]);
  return {
    draftId: draft.draftId,
    values: Object.fromEntries(kept) as JobFormValues,
  };
}

function isLike(value: unknown, empty: unknown, name: string): boolean {
  if (name === "job_status") return isJobStatus(value);
  if (!Array.isArray(empty)) return typeof value === "string";
  return (
    Array.isArray(value) &&
    value.every((each: unknown) => typeof each === "string")
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
