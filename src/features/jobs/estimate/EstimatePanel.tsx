import type { MouseEvent } from "react";
import { parseDayKey } from "@domain/dates/days";
import type { EstimateNote } from "@domain/estimate/handed";
import { MAX_ESTIMATE_NOTES } from "@domain/calls/inputLimits";
import { jobStatusLabel } from "@domain/job/jobs";
import { formatMoney } from "@domain/text/money";
import { withWholeNumbers } from "@domain/text/wholeNumbers";
import { placeText } from "@domain/customer/places";
import { statusAfterVisit } from "@domain/job/visits";
import { MessageSquare, Printer } from "@/components/icons/firstIcons";
import { Copy, Mail, Share } from "@/components/icons/icons";
import { Button } from "@/components/ui/Button";
import { buttonClass } from "@/components/ui/buttonClass";
import { Chip } from "@/components/ui/Chip";
import { DialogPanel } from "@/components/ui/Dialog";
import { Field } from "@/components/ui/Field";
import { Input } from "@/components/ui/Input";
import { SegmentedControl } from "@/components/ui/SegmentedControl";
import { Textarea } from "@/components/ui/Textarea";
import { copyText } from "@/lib/copyText";
import { usePendingWork } from "@/lib/pendingWork";
import { useMediaQuery } from "@/lib/useMediaQuery";
import { useChange } from "@/offline/useChange";
import { mailWithText, textHref } from "@/job/contactLinks";
import type { Job } from "@/job/jobForm";
import { personOf } from "@/job/jobSubject";
import { printOpenJob, usePrinting } from "@/job/printing";
import { statusChange } from "@/job/statusChange";
import { EstimateSheet } from "./EstimateSheet";
import { useEstimate, type EstimateSources, type Typed } from "./useEstimate";

const SHOWS = [
  { value: "rows", label: "Rows with prices" },
  { value: "total", label: "Only the total" },
] as const;

interface EstimatePanelProps extends EstimateSources {
  readonly isHanded: boolean;
  /** True if the typed values are in the history. */
  readonly isKept: boolean;
  readonly onKeep: (note: EstimateNote) => void;
  readonly onType: (typed: Typed) => void;
  readonly onOffice: () => void;
  readonly onClose: () => void;
}

/** The choices and texts of an estimate. They are saved on leaving, as in a job, also when a phone is locked. */
export function EstimatePanel(props: EstimatePanelProps) {
  const { job, customer, lines, settings, typed, isKept, onType } = props;
  const { note, text, ...estimate } = useEstimate(props);
  const { choice, total } = estimate;
  const printing = usePrinting();
  usePendingWork(isKept ? null : "unsaved");
  const type = (next: Typed) => onType({ ...typed, ...next });
  const [drawing] = job.job_drawings;
  const picture = drawing ?? job.job_photo_estimate[0];
  const keep = (as: EstimateNote) => {
    note(as);
    props.onKeep(as);
  };
  const hand = () => keep("estimate");
  const keepTyped = () => {
    if (!isKept) keep("estimate_draft");
  };
  const leave = () => {
    keepTyped();
    props.onClose();
  };
  return (
    <DialogPanel
      title="Estimate"
      description={`For ${[estimate.customer, placeText(job)].filter(Boolean).join(", ")}`}
      onClose={leave}
      footer={
        <>
          <HandOut
            text={text}
            phone={customer?.customer_phone ?? job.job_customer_phone ?? ""}
            email={customer?.customer_email ?? ""}
            subject={["Estimate", settings.company_name].filter(Boolean).join(" from ")}
            onHand={hand}
          />
          <Button variant="primary" onClick={printOpenJob}>
            <Printer aria-hidden="true" className="max-sm:hidden" />
            Print
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {props.isHanded && <OfferDelivered job={job} />}
        {estimate.changed && <p role="status">{withWholeNumbers(estimate.changed)}</p>}
        <Total {...{ job, total }} hasLines={lines.length > 0} />
        {lines.length > 0 && (
          <div>
            <SegmentedControl
              label="On the estimate"
              options={SHOWS}
              value={choice.shows}
              onChange={(shows) => type({ shows })}
            />
          </div>
        )}
        <Field label="Valid until" className="max-w-56">
          <Input
            type="date"
            value={choice.validUntil ?? ""}
            onChange={({ target }) => type({ validUntil: parseDayKey(target.value) ?? undefined })}
          />
        </Field>
        <Field label="Notes for the customer">
          <Textarea
            maxLength={MAX_ESTIMATE_NOTES}
            value={estimate.notes}
            onChange={({ target }) => type({ notes: target.value })}
            onBlur={({ relatedTarget }) => {
              // A button of this dialog that takes the focus saves the text itself.
              if (relatedTarget === null) keepTyped();
            }}
          />
        </Field>
        {picture !== undefined && (
          <Chip
            pressed={choice.hasPicture}
            className="self-start"
            onPressedChange={(hasPicture) => type({ hasPicture })}
          >
            {`Print the first ${drawing === undefined ? "photo" : "drawing"}`}
          </Chip>
        )}
        <Button variant="ghost" className="-ml-4 self-start" onClick={props.onOffice}>
          Company details
        </Button>
      </div>
      {printing !== null && (
        <EstimateSheet
          {...{ ...estimate, job, office: settings }}
          picture={choice.hasPicture ? picture : undefined}
          onPrint={hand}
        />
      )}
    </DialogPanel>
  );
}

interface TotalProps {
  readonly job: Job;
  readonly total: string;
  readonly hasLines: boolean;
}

function Total({ job: { jobs_price }, total, hasLines }: TotalProps) {
  const price = jobs_price === undefined ? null : formatMoney(jobs_price);
  return (
    <div>
      <p className="text-lg font-semibold tabular-nums">{total || "No price yet"}</p>
      {hasLines && price !== null && price !== total && (
        <p className="text-sm text-ink-muted">The price of the job is {price}.</p>
      )}
    </div>
  );
}

interface HandOutProps {
  readonly text: string;
  readonly phone: string;
  readonly email: string;
  readonly subject: string;
  readonly onHand: () => void;
}

/** Ways to hand out the estimate as text, depending on the device and on the customer's phone and email. */
function HandOut({ text, phone, email, subject, onHand }: HandOutProps) {
  const href = textHref(phone, text);
  // A computer's share sheet may have no way to copy.
  const isDesk = useMediaQuery("(pointer: fine) or (width >= 64rem)");
  const share = () => {
    onHand();
    // Closing the share sheet is no failure.
    navigator.share({ title: subject, text }).catch(() => undefined);
  };
  const copy = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    onHand();
    void copyText("Estimate", text, currentTarget);
  };
  return (
    <>
      {!isDesk && "share" in navigator ? (
        <Button onClick={share}>
          <Share aria-hidden="true" className="max-sm:hidden" />
          Share
        </Button>
      ) : (
        <Button onClick={copy}>
          <Copy aria-hidden="true" className="max-sm:hidden" />
          Copy
        </Button>
      )}
      {href !== null && (
        <a href={href} className={buttonClass()} onClick={onHand}>
          <MessageSquare aria-hidden="true" className="max-sm:hidden" />
          Text
        </a>
      )}
      <a
        href={mailWithText(email, { subject, body: text })}
        className={buttonClass()}
        onClick={onHand}
      >
        <Mail aria-hidden="true" className="max-sm:hidden" />
        Email
      </a>
    </>
  );
}

/** Offers to set the job's status once the estimate was handed out: the status never changes without a click. */
function OfferDelivered({ job }: { readonly job: Job }) {
  const { make } = useChange();
  const status = statusAfterVisit("estimate", job.job_status);
  if (status === null) return null;
  const set = () =>
    make(statusChange(job, status, { isForward: true }), {
      name: personOf(job),
    });
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-xl bg-selected px-4 py-3 text-sm">
      <p>Does the customer have the estimate?</p>
      <Button size="small" onClick={set}>
        Set {jobStatusLabel(status)}
      </Button>
    </div>
  );
}
