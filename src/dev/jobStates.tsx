/** The states of what shows a job: badges, cards, entries of the month, photos; and the cards of colors in stock. */
import type { ReactNode } from "react";
import { JOB_CATEGORIES, JOB_STATUSES, jobStatusLabel } from "@domain/job/jobs";
import { addDays, dayKeyOf, dayRange } from "@domain/dates/days";
import { ENTRY_TYPES } from "@domain/job/entryTypes";
import type { Id } from "@convex/_generated/dataModel";
import { DemoTag } from "@/components/DemoTag";
import { ColorCard } from "@/features/inventory/ColorCard";
import type { StockedColor } from "@/offline/inventoryQueries";
import { JobCard } from "@/features/jobs/JobCard";
import { JobStatusBadge } from "@/job/JobStatusBadge";
import { changeOf } from "@/offline/photos/photoRules";
import { WaitingPhotoTile } from "@/features/jobs/photos/WaitingPhotoTile";
import { DayJobCard, type DayJobCardProps } from "@/features/schedule/DayJobCard";
import type { DayJob } from "@/features/schedule/dayJobs/useDayJobs";
import { entryFace } from "@/features/schedule/MonthEntry";
import { useIsDesk } from "@/lib/useMediaQuery";
import type { WaitingPhoto } from "@/offline/photos/photosWaiting";
import type { Section } from "./section";

const TODAY = dayKeyOf(Date.now());
const RANGE = dayRange(TODAY);
const TEN = RANGE.from + 10 * 3_600_000;

const LONG_NAME = "Maximiliana Featherstonehaugh-Throckmorton and Sons";
const LONG_ADDRESS = "12045 Northwest Old Germantown Road, Building 4, Unit 12";

/** A picture without a file: a roof line before the sky. */
const PICTURE = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><path fill="#9cc4e4" d="M0 0h4v3H0z"/><path fill="#7a4b32" d="M0 2 2 .8 4 2v1H0z"/></svg>',
)}`;
const COVER = { id: "picture", url: PICTURE };

function aJob(overrides: Partial<DayJob> = {}): DayJob {
  return {
    _id: "job" as Id<"jobs">,
    _creationTime: TEN,
    job_customer_id: "C-1001",
    customer_name: "Jordan Sample",
    job_customer_phone: "6145559876",
    job_address: "88 Elm Street",
    job_city: "Columbus, OH 43215",
    job_status: "estimate_scheduled",
    job_categories: [JOB_CATEGORIES[0], JOB_CATEGORIES[2]],
    job_photo_estimate: [],
    job_photo_install: [],
    job_drawings: [],
    job_estimate_date: TEN,
    jobs_price: 1450,
    job_notes: "Gate 4417. The dog is friendly.",
    ...overrides,
  };
}

const BARE: Partial<DayJob> = {
  job_customer_phone: undefined,
  job_city: undefined,
  job_categories: [],
  jobs_price: undefined,
  job_notes: undefined,
};

/** Jobs for the cards of the list of jobs and of a day. */
const JOBS: readonly (readonly [string, DayJob])[] = [
  ["with everything", aJob()],
  ["with an address alone", aJob(BARE)],
  ["with the longest words", aJob({ customer_name: LONG_NAME, job_address: LONG_ADDRESS })],
  [
    "with an install",
    aJob({
      job_status: "install_scheduled",
      job_estimate_date: undefined,
      job_install_date: TEN,
    }),
  ],
  ["installed, not paid", aJob({ job_status: "completed" })],
  ["finished", aJob({ job_status: "installed_paid" })],
  ["cancelled", aJob({ job_status: "cancelled" })],
  ["made for trying out", aJob({ demo: "unchanged" })],
];

const STATUSES: Section = {
  title: "Job status",
  states: [
    ...JOB_STATUSES.map(
      (status) => [jobStatusLabel(status), () => <JobStatusBadge status={status} />] as const,
    ),
    ["demo data", () => <DemoTag demo="unchanged" />],
  ],
};

/** Each job without a photo and with one. */
function cards(show: (job: DayJob, cover: typeof COVER | null) => ReactNode) {
  return JOBS.flatMap(([title, job]) => [
    [title, () => show(job, null)] as const,
    [`${title}, with a photo`, () => show(job, COVER)] as const,
  ]);
}

/** Has the window's width: make the window as narrow as a phone to see the phone's card. */
function DayCard({ job, cover }: Pick<DayJobCardProps, "job" | "cover">) {
  return (
    <DayJobCard
      job={job}
      range={RANGE}
      cover={cover}
      isDesk={useIsDesk()}
      onOpen={nothing}
      onTakePhoto={nothing}
      onMore={nothing}
    />
  );
}

const DAY_CARDS: Section = {
  title: "Card of a day",
  isWide: true,
  states: cards((job, cover) => <DayCard job={job} cover={cover} />),
};

const JOB_CARDS: Section = {
  title: "Card of a job",
  states: cards((job, cover) => <JobCard job={job} cover={cover} onOpen={nothing} />),
};

const MONTH_ENTRIES: Section = {
  title: "Entry of the month",
  states: ENTRY_TYPES.flatMap((type) =>
    ([null, "finished", "cancelled"] as const).flatMap((end) =>
      [false, true].map(
        (isWaiting) =>
          [
            [type, end ?? "ahead", isWaiting && "waiting"].filter(Boolean).join(", "),
            () => (
              <div className="w-36">
                <span
                  {...entryFace(
                    {
                      date: addDays(TODAY, 1),
                      name: "Jordan Sample",
                      type,
                      at: TEN,
                      jobId: "job",
                      address: "88 Elm Street",
                      end,
                    },
                    isWaiting,
                  )}
                >
                  Jordan Sample
                </span>
              </div>
            ),
          ] as const,
      ),
    ),
  ),
};

type PhotoStatus = WaitingPhoto["syncStatus"];

const PHOTO_STATUSES: readonly PhotoStatus[] = [
  "Preparing",
  "Waiting",
  "Sending",
  "Refused",
  "Sign in",
];

function aPhoto(syncStatus: PhotoStatus): WaitingPhoto {
  return {
    ...changeOf({
      ...{ id: syncStatus, subject: { key: "job", label: "88 Elm Street" } },
      ...{ field: "job_photo_estimate", name: "front.jpg", at: TEN },
      ...{ type: "image/jpeg", isHeld: false },
    }),
    ...{ order: 1, release: "", attempts: 0, state: { kind: "waiting" } },
    syncStatus,
    progress: syncStatus === "Sending" ? 0.6 : null,
    reason: null,
    isBlocked: false,
    isKept: true,
    problem: null,
    preview: () => undefined,
    retry: syncStatus === "Refused" ? nothing : null,
    discard: nothing,
  };
}

const PHOTOS: Section = {
  title: "Photo that waits",
  states: PHOTO_STATUSES.flatMap((syncStatus) =>
    [undefined, PICTURE].map(
      (preview) =>
        [
          preview === undefined ? syncStatus : `${syncStatus}, with a picture`,
          () => (
            <ul className="w-28">
              <WaitingPhotoTile photo={aPhoto(syncStatus)} preview={preview} onOpen={nothing} />
            </ul>
          ),
        ] as const,
    ),
  ),
};

/** A color with stock of one size, which is ordered again below 20. */
function aColor(quantity: number, hadStock: boolean): StockedColor {
  return {
    _id: "color" as Id<"inventoryColors">,
    _creationTime: TEN,
    colorNumber: "180",
    colorName: "Musket Brown",
    hexColor: "#4a3b31",
    sizeOptions: ["5", "6"],
    quantity,
    sizes: [{ size: "5", quantity, hadStock }],
    levels: [{ size: "5", level: hadStock ? 20 : null }],
    waiting: 0,
  };
}

const COLORS: Section = {
  title: "Color in stock",
  states: (
    [
      ["in stock", 120, true],
      ["below its level", 12, true],
      ["ran out", 0, true],
      ["less than none", -4, true],
      ["never in stock", 0, false],
    ] as const
  ).map(([title, quantity, hadStock]) => [
    title,
    () => (
      <div className="max-w-96">
        <ColorCard
          color={aColor(quantity, hadStock)}
          category="gutter"
          isExpanded={false}
          isOpenAtStart={false}
          onToggle={nothing}
        />
      </div>
    ),
  ]),
};

function nothing(): void {
  // Nothing happens: the card is only looked at.
}

export const JOB_STATES: readonly Section[] = [
  STATUSES,
  DAY_CARDS,
  JOB_CARDS,
  MONTH_ENTRIES,
  PHOTOS,
  COLORS,
];
