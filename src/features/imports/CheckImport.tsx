import { clsx } from "clsx";
import { useState, type ReactNode } from "react";
import { mayHaveSeveralColumns, type ColumnTarget } from "@domain/imports/fields";
import type { ImportChoices, ImportOutcome } from "@domain/imports/normalize";
import type { ImportKind } from "@domain/imports/rows";
import { counted, formatCount } from "@domain/text/text";
import { Button } from "@/components/ui/Button";
import { DialogPanel } from "@/components/ui/Dialog";
import { SegmentedControl } from "@/components/ui/SegmentedControl";
import { Spinner } from "@/components/ui/Spinner";
import { ColumnList } from "./ColumnList";
import { FaultList } from "./FaultList";
import { FirstRows } from "./FirstRows";
import { ImportQuestions } from "./ImportQuestions";
import type { FileSummary, ImportSession } from "./importSession";
import { useImportOutcome } from "./useImportOutcome";

interface CheckImportProps {
  readonly name: string;
  readonly summary: FileSummary;
  readonly session: ImportSession;
  /** The choices made before, when the person returns to this step. */
  readonly start: ImportChoices | null;
  readonly onBack: () => void;
  readonly onClose: () => void;
  readonly onContinue: (choices: ImportChoices, outcome: ImportOutcome) => void;
}

const KINDS: readonly { readonly value: ImportKind; readonly label: string }[] = [
  { value: "customers", label: "Customers" },
  { value: "jobs", label: "Jobs" },
];

const FOOTER_TEXT = "mr-auto text-sm max-sm:w-full";

const PAID_REQUIRED = "Say whether the finished jobs are paid.";

function firstChoices({ kind, targets }: FileSummary): ImportChoices {
  return {
    kind,
    targets: targets[kind],
    dateOrder: null,
    times: {},
    statuses: {},
    arePaid: null,
    now: Date.now(),
  };
}

/** Shows what each column becomes and the first rows as they will be, and asks what the file does not say. */
export function CheckImport(props: CheckImportProps) {
  const { name, summary, session, start, onBack, onClose, onContinue } = props;
  const [choices, setChoices] = useState(() => start ?? firstChoices(summary));
  const { outcome, isCurrent, hasFailed } = useImportOutcome(session, choices);
  const [hasTried, setHasTried] = useState(false);
  const change = (changed: Partial<ImportChoices>) => setChoices((now) => ({ ...now, ...changed }));
  const isPaidMissing = outcome !== null && outcome.finished > 0 && choices.arePaid === null;
  const proceed = () => {
    setHasTried(true);
    if (outcome !== null && !isPaidMissing) onContinue(choices, outcome);
  };

  return (
    <DialogPanel
      title="Import customers and jobs"
      description={
        <span className="wrap-anywhere">
          {name}, {counted(summary.rowCount, "row")}
        </span>
      }
      onClose={onClose}
      footer={
        <>
          {hasTried && isPaidMissing ? (
            // The error stands in the footer because the question may be scrolled out of sight.
            <p role="alert" className={clsx(FOOTER_TEXT, "text-danger-ink")}>
              {PAID_REQUIRED}
            </p>
          ) : (
            <p role="status" className={clsx(FOOTER_TEXT, "text-ink-muted")}>
              {outcome === null ? "" : resultText(outcome)}
            </p>
          )}
          <Button onClick={onBack}>Back</Button>
          <Button
            variant="primary"
            busy={!isCurrent && !hasFailed}
            disabled={outcome?.rows.length === 0 || hasFailed}
            onClick={proceed}
          >
            Continue
          </Button>
        </>
      }
    >
      <SegmentedControl
        label="What the file holds"
        options={KINDS}
        value={choices.kind}
        onChange={(kind) => change({ kind, targets: summary.targets[kind] })}
      />
      <div className="mt-5 grid gap-x-8 gap-y-6 lg:grid-cols-2">
        <Section title="Columns">
          <ColumnList
            kind={choices.kind}
            columns={summary.columns}
            targets={choices.targets}
            onChange={(at, target) => change({ targets: withTarget(choices.targets, at, target) })}
          />
        </Section>
        <div className="flex min-w-0 flex-col gap-6">
          {hasFailed && (
            <p role="alert" className="text-sm text-danger-ink">
              The rows could not be made. Go back, and choose the file again.
            </p>
          )}
          {outcome === null && !hasFailed && <Spinner />}
          {outcome !== null && (
            <>
              {choices.kind === "jobs" && (
                <ImportQuestions outcome={outcome} choices={choices} onChange={change} />
              )}
              <Section title="First rows as they will be">
                <FirstRows rows={outcome.rows} />
              </Section>
              {outcome.faults.length > 0 && (
                <Section title="Cannot be imported">
                  <FaultList fileName={name} faults={outcome.faults} />
                </Section>
              )}
            </>
          )}
        </div>
      </div>
    </DialogPanel>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h3 className="mb-2 text-sm font-semibold">{title}</h3>
      {children}
    </section>
  );
}

function resultText({ rows, faults }: ImportOutcome): string {
  const lines = new Set(faults.map(({ line }) => line)).size;
  const good = `${formatCount(rows.length)} can be imported`;
  return lines === 0 ? good : `${good}, ${counted(lines, "row")} cannot`;
}

/** Phones, e-mail addresses and places may have several columns. Any other field gives up its former column. */
function withTarget(
  targets: readonly ColumnTarget[],
  at: number,
  target: ColumnTarget,
): ColumnTarget[] {
  const isTaken = target !== "keep" && target !== "skip" && !mayHaveSeveralColumns(target);
  return targets.map((other, index) => {
    if (index === at) return target;
    return isTaken && other === target ? "keep" : other;
  });
}
