import { useQuery } from "convex/react";
import { useMemo } from "react";
import { api } from "@convex/_generated/api";
import { againIn } from "@domain/job/bookAgain";
import { BOOKED_MONTHS } from "@domain/job/dueAgain";
import { dayKeyOf, monthOf } from "@domain/dates/days";
import { jobStatusLabel, type JobStatus } from "@domain/job/jobs";
import { nextStatus } from "@domain/job/nextStatus";
import { formatPhone } from "@domain/customer/phone";
import { placeText } from "@domain/customer/places";
import { directionsHref, phoneHref } from "@/job/contactLinks";
import type { Job } from "@/job/jobForm";
import { useBookAgain } from "@/job/newJobStart";
import { listedRows } from "@/job/shownJobs";
import { openEstimate, printOpenJob } from "@/job/printing";
import { statusChange } from "@/job/statusChange";
import { useWaitingChanges } from "@/job/useWaitingChanges";
import { copyText } from "@/lib/copyText";
import { messageCustomerOf } from "@/lib/openMessages";
import type { Go } from "@/lib/openJob";
import { useChange } from "@/offline/useChange";
import type { PaletteEntry, PaletteGroup } from "./paletteEntries";

interface JobOfActions {
  /** The open job, by its id or client key. */
  readonly openId: string | null;
  /** The found job, if the search found only one. */
  readonly found: Job | undefined;
}

/** The actions for the open job, or for the only found one. */
export function useJobActions({ openId, found }: JobOfActions, go: Go): PaletteGroup | null {
  const changes = useWaitingChanges();
  const { make } = useChange();
  const bookAgain = useBookAgain(go);
  const live = useQuery(api.jobs.get, openId === null ? "skip" : { id: openId });
  const saved = changes.copy?.jobs.find(
    ({ _id, clientKey }) => _id === openId || clientKey === openId,
  );
  const known = found ?? live ?? saved;
  const job = useMemo(
    () => known && (listedRows(changes, [known]).job(known._id) ?? known),
    [changes, known],
  );
  if (!job) return null;
  const mark = (status: JobStatus) =>
    void make(statusChange(job, status), {
      name: job.customer_name,
      saved: `Marked as ${jobStatusLabel(status)}`,
    });
  return {
    title: `${job.customer_name}, ${placeText(job)}`,
    entries: [
      ...statusEntries(job, mark),
      ...contactEntries(job),
      ...placeEntries(job, go),
      {
        id: "do again",
        label: "Book again",
        detail: "Create Job with the same customer, place and materials",
        words: "new job repeat cleaning",
        choose: () => void bookAgain(job),
      },
      ...BOOKED_MONTHS.map((months) => ({
        id: `do again ${months}`,
        label: `Book again in ${months} months`,
        words: "new job repeat cleaning due later",
        choose: () => void bookAgain(job, null, againIn(months, job, Date.now())),
      })),
      ...(found === undefined ? [PRINT, ESTIMATE] : []),
    ],
  };
}

function statusEntries(job: Job, mark: (status: JobStatus) => void): PaletteEntry[] {
  const next = nextStatus(job);
  if (next === null) return [];
  return [
    {
      id: "do mark",
      label: `Mark as ${jobStatusLabel(next)}`,
      detail: `Now ${jobStatusLabel(job.job_status)}`,
      words: "status next",
      staysHere: true,
      choose: () => mark(next),
    },
  ];
}

function contactEntries(job: Job): PaletteEntry[] {
  const phone = job.job_customer_phone ?? "";
  const call = phoneHref(phone);
  if (call === null) return [];
  const shown = { detail: formatPhone(phone), words: "phone message sms" };
  return [
    {
      id: "do call",
      label: "Call",
      ...shown,
      staysHere: true,
      choose: () => window.location.assign(call),
    },
    {
      id: "do text",
      label: "Text",
      ...shown,
      staysHere: true,
      choose: () => messageCustomerOf(job),
    },
  ];
}

function placeEntries(job: Job, go: Go): PaletteEntry[] {
  const href = directionsHref(job);
  const place = placeText(job);
  const at = job.job_install_date ?? job.job_estimate_date;
  return [
    ...(href === null
      ? []
      : [
          {
            id: "do directions",
            label: "Directions",
            words: "map navigate drive",
            staysHere: true,
            choose: () => void window.open(href, "_blank", "noreferrer"),
          },
        ]),
    ...(at === undefined
      ? []
      : [
          {
            id: "do month",
            label: "Show in the month",
            words: "calendar",
            choose: () =>
              go({
                to: "/calendar",
                search: { month: monthOf(dayKeyOf(at)) },
              }),
          },
        ]),
    {
      id: "do copy",
      label: "Copy address",
      words: "place",
      staysHere: true,
      choose: () => void copyText("Address", place, document.activeElement ?? document.body),
    },
  ];
}

const PRINT: PaletteEntry = {
  id: "do print",
  label: "Print",
  words: "paper sheet",
  staysHere: true,
  choose: printOpenJob,
};

const ESTIMATE: PaletteEntry = {
  id: "do estimate",
  label: "Estimate",
  words: "customer quote offer print share",
  staysHere: true,
  choose: () => openEstimate(true),
};
