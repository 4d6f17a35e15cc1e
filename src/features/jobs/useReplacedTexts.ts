import { useConvex } from "convex/react";
import { convexToJson, type Value } from "convex/values";
import { useEffect, useState } from "react";
import { writerOf } from "@/lib/outbox/writerOf";
import { useSession } from "@/lib/session";
import { replacedFields, type DraftState } from "./fieldDrafts";
import { sameValue, type Customer, type Job } from "./jobForm";
import {
  CUSTOMER_FIELDS,
  type JobFieldName,
  type JobFormValues,
} from "./jobFormFields";

interface ReplacedTextsForm {
  readonly job: Job;
  readonly customer: Customer | null;
  readonly live: JobFormValues;
  readonly state: DraftState<JobFormValues>;
}

/** What was saved in a field here, and who has replaced it since. */
export interface ReplacedText {
  readonly mine: JobFormValues[JobFieldName];
  readonly byName: string;
}

export type ReplacedTexts = Partial<Record<JobFieldName, ReplacedText>>;

/** Tells the person whose saved text somebody else replaces, while the form is open. */
export function useReplacedTexts(form: ReplacedTextsForm): ReplacedTexts {
  const { job, customer, live, state } = form;
  // A customer field of another customer is not what was saved.
  const [customerId] = useState(job.job_customer_id);
  const names = replacedFields(live, state, sameValue).filter(
    (name) =>
      name !== "job_customer_id" &&
      (!(name in CUSTOMER_FIELDS) || job.job_customer_id === customerId),
  );
  const questions = names.map((name) => {
    const isOfCustomer = name in CUSTOMER_FIELDS && customer !== null;
    const row: object = isOfCustomer ? customer : job;
    const stored = (row as Readonly<Record<string, Value>>)[name] ?? null;
    const subject = isOfCustomer ? customer._id : job._id;
    return { name, subject, value: convexToJson(stored) };
  });
  const writers = useWriters(questions);
  return Object.fromEntries(
    questions.flatMap((question) => {
      const byName = writers.get(JSON.stringify(question));
      const mine = state.saved[question.name];
      return byName === undefined ? [] : [[question.name, { mine, byName }]];
    }),
  );
}

interface Question {
  readonly name: JobFieldName;
  readonly subject: string;
  readonly value: ReturnType<typeof convexToJson>;
}

/** Who wrote each value, without the person themselves, on another device or by an undo. */
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
          if (!isCurrent || entry === undefined || entry.by === own) return;
          setWriters((now) => new Map(now).set(key, entry.byName));
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
