import type { DateOrder } from "@domain/imports/dates";
import type { ImportChoices, ImportOutcome } from "@domain/imports/normalize";
import { JOB_STATUSES, jobStatusLabel, type JobStatus } from "@domain/job/jobs";
import { counted, formatCount } from "@domain/text/text";
import { Field } from "@/components/ui/Field";
import { Input } from "@/components/ui/Input";
import { SegmentedControl } from "@/components/ui/SegmentedControl";
import { Select } from "@/components/ui/Select";

interface ImportQuestionsProps {
  readonly outcome: ImportOutcome;
  readonly choices: ImportChoices;
  readonly onChange: (change: Partial<ImportChoices>) => void;
}

const PAID = [
  { value: "yes", label: "Paid" },
  { value: "no", label: "Not paid" },
] as const;

/** Questions that the jobs of a file leave open, each asked once for all of them. */
export function ImportQuestions(props: ImportQuestionsProps) {
  const { outcome, choices, onChange } = props;
  const { statuses, finished, times, dates } = outcome;
  return (
    <section className="flex min-w-0 flex-col gap-4">
      {statuses.length > 0 && (
        <div>
          <h3 className="mb-2 text-sm font-semibold">Statuses, and what they become</h3>
          <ul>
            {statuses.map(({ text, count, status }) => (
              <li key={text} className="grid grid-cols-2 items-center gap-3 py-1 text-sm">
                <p className="min-w-0 wrap-anywhere">
                  {text} <span className="text-ink-muted tabular-nums">{formatCount(count)}</span>
                </p>
                <Select
                  aria-label={`Status ${text}`}
                  value={status}
                  onChange={({ target }) =>
                    onChange({
                      statuses: {
                        ...choices.statuses,
                        [text]: target.value as JobStatus,
                      },
                    })
                  }
                >
                  {JOB_STATUSES.map((one) => (
                    <option key={one} value={one}>
                      {jobStatusLabel(one)}
                    </option>
                  ))}
                </Select>
              </li>
            ))}
          </ul>
        </div>
      )}
      {finished > 0 && (
        <div className="flex flex-col items-start gap-2">
          <p className="text-sm font-medium text-ink-muted">
            {counted(finished, "job")} that the file calls finished:
          </p>
          <SegmentedControl
            label="Finished jobs"
            options={PAID}
            value={paidValue(choices.arePaid)}
            onChange={(value) => onChange({ arePaid: value === "yes" })}
          />
        </div>
      )}
      {dates !== "none" && dates !== "month" && (
        <Field label="Order of dates such as 03/04/2026" hint={ORDER_HINTS[dates]}>
          <Select
            value={outcome.dateOrder}
            onChange={({ target }) => onChange({ dateOrder: target.value as DateOrder })}
          >
            <option value="month">Month first: March 4</option>
            <option value="day">Day first: April 3</option>
          </Select>
        </Field>
      )}
      {times.map(({ part, count, time }) => (
        <Field
          key={part}
          label={`Time of ${counted(count, "date")} ${part === "none" ? "without one" : `in the ${part}`}`}
        >
          <Input
            type="time"
            value={time}
            onChange={({ target: { value } }) => {
              if (value !== "") onChange({ times: { ...choices.times, [part]: value } });
            }}
          />
        </Field>
      ))}
      <p className="text-sm text-ink-muted">
        Times are read in the time zone of this device,{" "}
        {Intl.DateTimeFormat().resolvedOptions().timeZone}.
      </p>
    </section>
  );
}

const ORDER_HINTS = {
  day: "Some days are after the 12th, and stand first.",
  unclear: "No day is after the 12th: the file does not show which comes first.",
  mixed:
    "Some dates have the day first and some the month. Those that do not fit are listed below.",
} as const;

function paidValue(arePaid: boolean | null): "yes" | "no" | "" {
  if (arePaid === null) return "";
  return arePaid ? "yes" : "no";
}
