/** Texts to a customer, filled in from a job. The person's own message app sends them: whether it did is not known. */
import { ENTRY_TYPES, type EntryType } from "./entryTypes";
import { dayKeyOf, dayRange, daysFrom, formatLongDay } from "../dates/days";
import type { JobStatus } from "./jobs";
import { MESSAGE_KINDS, messageTextField, type MessageKind } from "../messages/messageKinds";
import type { MessageTemplates } from "../messages/messageTemplates";
import { formatMoney } from "../text/money";
import { placeText } from "../customer/places";
import { visitOutcome } from "./schedule";
import { windowText } from "./spanWords";
import { spanOf, type SpannedJob } from "./visitLength";
import {
  isPlaceholder,
  PLACEHOLDER,
  placeholdersIn,
  type Placeholder,
} from "../messages/placeholders";
import { formatTime } from "../dates/times";
import { FIELD_OF_VISIT } from "./visits";

export type MessageValues = Readonly<Partial<Record<Placeholder, string>>>;

/** The choices, in minutes, for how far away a crew says that it is. */
export const MINUTES_AWAY = [5, 10, 15, 20, 30, 45, 60] as const;

export const DEFAULT_MINUTES_AWAY: number = 15;

/** The longest message that a person can edit before it is opened, in UTF-16 code units. */
export const MAX_MESSAGE_LENGTH = 1_000;

export const SUGGESTED_TEXTS: Readonly<Record<MessageKind, string>> = {
  on_my_way:
    "Hi {customer}! This is {company}. We are on our way and should be there in about {minutes} minutes.",
  running_late:
    "Hi {customer}! This is {company}. We are running late today and are sorry about it. We will text you as soon as we are on our way.",
  reminder:
    "Hi {customer}! This is {company}. A reminder: your {visit} is {day} at {time}. The address we have is {address}. Please reply if this does not suit you.",
  done: "Hi {customer}! We are done at {address}. Thank you for your trust in {company}. If anything is not right, please reply to this message.",
  estimate_ready:
    "Hi {customer}! Your estimate is ready. It comes to {price} for {address}. Please reply with any questions. Thank you from {company}.",
  review:
    "Hi {customer}! Thank you for choosing {company}. How did we do? You would help us a lot with a few words here: {link}",
};

/** The office's own text, or the suggested one. */
function templateOf(kind: MessageKind, templates: MessageTemplates): string {
  return templates[messageTextField(kind)] ?? SUGGESTED_TEXTS[kind];
}

/** Fills in a template. A sentence with a placeholder that has no value is left out. */
export function fillTemplate(template: string, values: MessageValues): string {
  return sentencesOf(template)
    .map((sentence) => fillSentence(sentence, values) ?? "")
    .join("")
    .trim();
}

/** The end of a sentence with the space behind it, or of a line. A period within a link has no space behind it. */
const SENTENCE_END = /[.!?]["')\]”’]*\s+|\n+/g;

/** The sentences of a text, each with the space behind it. */
function sentencesOf(text: string): string[] {
  const ends = [...text.matchAll(SENTENCE_END)].map(({ index, 0: end }) => index + end.length);
  return [...ends, text.length].map((end, at) => text.slice(ends[at - 1] ?? 0, end));
}

function fillSentence(sentence: string, values: MessageValues): string | null {
  const names = placeholdersIn(sentence);
  if (names.some((name) => valueOf(name, values) === "")) return null;
  return sentence.replace(PLACEHOLDER, (_, name: string) => valueOf(name, values));
}

function valueOf(name: string, values: MessageValues): string {
  return isPlaceholder(name) ? (values[name]?.trim() ?? "") : "";
}

/** A job, as far as messages need it. */
export interface MessageJob extends SpannedJob {
  readonly job_status: JobStatus;
  readonly job_address: string;
  readonly job_city?: string | undefined;
  readonly jobs_price?: number | undefined;
}

interface VisitAhead {
  readonly type: EntryType;
  readonly at: number;
}

/** The job's first visit from today on that is not over; null if it has none. */
function visitAhead(job: MessageJob, now: number): VisitAhead | null {
  const today = dayRange(dayKeyOf(now));
  const [first = null] = ENTRY_TYPES.flatMap((type) => {
    const at = job[FIELD_OF_VISIT[type]];
    const isAhead = at !== undefined && at >= today.from;
    return isAhead && visitOutcome(type, job.job_status) === null ? [{ type, at }] : [];
  }).sort((a, b) => a.at - b.at);
  return first;
}

/** The kinds of message that fit a job without a visit ahead. */
const AFTER_VISIT: Readonly<Partial<Record<JobStatus, MessageKind[]>>> = {
  estimate_scheduled: ["estimate_ready"],
  estimate_sent: ["estimate_ready"],
  install_scheduled: ["done"],
  completed: ["done", "review"],
  installed_paid: ["review", "done"],
};

/** All kinds of message, beginning with those that the customer probably gets next. */
export function offeredMessages(job: MessageJob | null, now: number): MessageKind[] {
  const first = job === null ? [] : fittingMessages(job, now);
  return [...new Set([...first, ...MESSAGE_KINDS])];
}

function fittingMessages(job: MessageJob, now: number): MessageKind[] {
  const visit = visitAhead(job, now);
  if (visit === null) return AFTER_VISIT[job.job_status] ?? [];
  const isToday = dayKeyOf(visit.at) === dayKeyOf(now);
  return isToday ? ["on_my_way", "running_late"] : ["reminder"];
}

/** Replaces the minutes in a typed text, if it still names the earlier ones. */
export function withMinutes(text: string, from: number, to: number): string {
  return text.replace(new RegExp(`\\b${from} minutes\\b`), `${to} minutes`);
}

interface MessageFacts {
  readonly customer: string;
  /** Null for a message about no job. */
  readonly job: MessageJob | null;
  /** Empty if the office has set no company name. */
  readonly company: string;
  readonly templates: MessageTemplates;
  readonly minutes: number;
  readonly now: number;
}

/** The message of a kind, filled in. */
export function messageText(kind: MessageKind, facts: MessageFacts): string {
  const { customer, company, job, templates, minutes } = facts;
  const values: MessageValues = {
    customer,
    company,
    link: templates.message_link ?? "",
    minutes: String(minutes),
    ...(job && valuesOfJob(job, facts.now)),
  };
  const template = templateOf(kind, templates);
  const isWindow = values.time?.startsWith(BETWEEN);
  return fillTemplate(isWindow ? template.replace(/\bat \{time\}/g, "{time}") : template, values);
}

/** How a promised window begins. It replaces "at {time}" too. */
const BETWEEN = "between ";

/** "8:00 AM"; for a visit with a window "between 8 and 10 AM". */
function timeText(job: MessageJob, { type, at }: VisitAhead): string {
  const { window } = spanOf(job, type);
  return window === undefined
    ? formatTime(at)
    : `${BETWEEN}${windowText(at, window).replace(" to ", " and ")}`;
}

function valuesOfJob(job: MessageJob, now: number): MessageValues {
  const visit = visitAhead(job, now);
  return {
    address: placeText(job),
    ...(job.jobs_price !== undefined && { price: formatMoney(job.jobs_price) }),
    ...(visit && {
      visit: visit.type,
      day: dayText(visit.at, now),
      time: timeText(job, visit),
    }),
  };
}

/** "today", "tomorrow", "on Friday, November 20". */
function dayText(at: number, now: number): string {
  const day = dayKeyOf(at);
  const days = daysFrom(dayKeyOf(now), day);
  if (days === 0) return "today";
  if (days === 1) return "tomorrow";
  return `on ${formatLongDay(day).replace(/, \d+$/, "")}`;
}
