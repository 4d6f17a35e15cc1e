import { useEffect, useState } from "react";
import { Button } from "@/components/ui/Button";
import { DialogFrame, DialogPanel } from "@/components/ui/Dialog";
import { JobFormContext } from "@/job/JobFormContext";
import { JobFormLayout } from "./JobFormLayout";
import { NewCustomerContacts, NewCustomerField } from "./fields/CustomerFields";
import { LazyAgainOffer } from "./fields/LazyDue";
import { LastPlace } from "./fields/LookalikeHint";
import { JobPhotos } from "./photos/JobPhotos";
import type { NewJobStart } from "@/job/requestedStart";
import { focusField, goTo, leaveUnreadableFields } from "./form/unreadableFields";
import { useDeferredBlur } from "./fields/useDeferredBlur";
import { useNewJobSession } from "./form/useNewJobSession";
import { usePhotoClient } from "@/job/photos/usePhotos";
import { usePastedContact } from "./usePastedContact";
import { formatTime } from "@domain/dates/times";
import { dayKeyOf } from "@domain/dates/days";
import { counted } from "@domain/text/text";
import { formatDateTime } from "@/lib/formatDateTime";
import { useNow } from "@/lib/useNow";
import { LinkButton } from "./fields/links";
import type { NewJobDraft } from "@/job/newJobDraft";

const FORM_ID = "new-job";

interface NewJobDialogProps {
  readonly initialDay?: string | undefined;
  readonly start?: NewJobStart | undefined;
  readonly onClose: () => void;
}

export function NewJobDialog({ initialDay, start, onClose }: NewJobDialogProps) {
  const job = useNewJobSession(start);
  const { session, form, state } = job;
  const paste = usePastedContact(session, form);
  const deferredBlur = useDeferredBlur();
  const photos = usePhotoClient();
  const [isConfirming, setIsConfirming] = useState(false);
  const close = () => {
    const [unreadable] = leaveUnreadableFields(FORM_ID, form);
    if (unreadable !== undefined) focusField(FORM_ID, unreadable);
    else if (session.close().isDone) onClose();
    else setIsConfirming(!isConfirming);
  };
  const discard = () => {
    session.discard();
    void photos.discardSubject([state.id]);
    onClose();
  };
  const submit = async () => {
    leaveUnreadableFields(FORM_ID, form);
    if (goTo(FORM_ID, await session.save())) onClose();
  };

  return (
    <DialogFrame size="wide">
      <div className="contents" {...deferredBlur}>
        <DialogPanel
          title="Create Job"
          onClose={close}
          footer={
            isConfirming ? (
              <LeaveNewJob
                onStay={() => setIsConfirming(false)}
                onKeep={job.canKeep ? onClose : null}
                onDiscard={discard}
              />
            ) : (
              <>
                <Button
                  variant="primary"
                  type="submit"
                  form={FORM_ID}
                  disabled={!job.canSave}
                  busy={form.isLocked}
                >
                  Save Job
                </Button>
                {/* Last in the DOM but shown first, so that the Tab key goes from the last field to Save. */}
                <Button className="order-first" variant="ghost" onClick={close}>
                  Discard
                </Button>
              </>
            )
          }
        >
          <JobFormContext value={form}>
            <OfferedDrafts drafts={job.offered} onResume={job.resume} />
            {job.problem !== null && (
              <p role="status" className="mb-5 text-sm text-danger-ink">
                {job.problem}
              </p>
            )}
            <div className="contents" {...paste}>
              <JobFormLayout
                key={state.id}
                id={FORM_ID}
                onSubmit={submit}
                initialDay={initialDay}
                addressOffer={<LastPlace customer={state.chosen} />}
                dateOffer={start?.again && <LazyAgainOffer last={start.again} />}
                customer={
                  <>
                    <NewCustomerField job={session} chosen={state.chosen} />
                    <NewCustomerContacts job={session} />
                  </>
                }
                materials={
                  state.brings && (
                    <ComeAlong
                      rows={state.brings.writes?.length ?? 0}
                      onLeaveOut={session.bringNothing}
                    />
                  )
                }
                photos={
                  <JobPhotos
                    owner={{ kind: "draft", id: state.id }}
                    files={{}}
                    isLocked={form.isLocked}
                  />
                }
              />
            </div>
            {start && !start.isTyped && <FocusFirstField start={start} />}
          </JobFormContext>
        </DialogPanel>
      </div>
    </DialogFrame>
  );
}

/** For a known customer, focuses the address or, if that is known too, the time of the first visit. */
function FocusFirstField({ start }: { readonly start: NewJobStart }) {
  useEffect(() => {
    const { job_address, job_estimate_date, job_install_date } = start.values;
    const isInstall = job_estimate_date === "" && job_install_date !== "";
    const visit = isInstall ? "job_install_date" : "job_estimate_date";
    focusField(FORM_ID, job_address === "" ? "job_address" : visit);
  }, [start]);
  return null;
}

interface ComeAlongProps {
  readonly rows: number;
  readonly onLeaveOut: () => void;
}

/** Says that the new job gets the materials of the job that is booked again. */
function ComeAlong({ rows, onLeaveOut }: ComeAlongProps) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-sm">
      {`${counted(rows, "row")} of materials ${rows === 1 ? "comes" : "come"} along`}
      <LinkButton className="touch:min-h-11" onClick={onLeaveOut}>
        Leave out
      </LinkButton>
    </p>
  );
}

interface OfferedDraftsProps {
  readonly drafts: readonly NewJobDraft[];
  readonly onResume: (draft: NewJobDraft) => void;
}

/** A list of jobs that were begun and not saved, each with a button to resume it. */
function OfferedDrafts({ drafts, onResume }: OfferedDraftsProps) {
  const now = useNow();
  if (drafts.length === 0) return null;
  return (
    <ul
      aria-label="Jobs begun before"
      className="mb-5 flex flex-col gap-1 rounded-xl bg-info-tint px-4 py-2 text-sm text-info-ink"
    >
      {drafts.map((draft) => (
        <li key={draft.id} className="flex flex-wrap items-center gap-x-3 touch:min-h-11">
          <LinkButton className="touch:min-h-11" onClick={() => onResume(draft)}>
            Continue the job you began at {begun(draft.at, now)}
          </LinkButton>
          <span className="min-w-0 truncate">{summary(draft)}</span>
        </li>
      ))}
    </ul>
  );
}

/** For example "9:41 AM", with the day if it is not today. */
function begun(at: number, now: number): string {
  return dayKeyOf(at) === dayKeyOf(now) ? formatTime(at) : formatDateTime(at);
}

function summary({ values }: NewJobDraft): string {
  return [values.customer_name, values.job_address]
    .map((text) => text.trim())
    .filter(Boolean)
    .join(", ");
}

interface LeaveNewJobProps {
  readonly onStay: () => void;
  /** Null if this device does not keep the draft. */
  readonly onKeep: (() => void) | null;
  readonly onDiscard: () => void;
}

/** Confirmation before closing a form with unsaved input. */
function LeaveNewJob({ onStay, onKeep, onDiscard }: LeaveNewJobProps) {
  return (
    <div
      role="alertdialog"
      aria-label="This job is not saved"
      className="flex w-full flex-wrap items-center justify-end gap-2"
    >
      <p className="grow basis-full text-sm sm:basis-0">This job is not saved yet.</p>
      <Button variant="dangerGhost" className="max-sm:grow" onClick={onDiscard}>
        Discard it
      </Button>
      {onKeep && (
        <Button className="max-sm:grow" onClick={onKeep}>
          Keep as draft
        </Button>
      )}
      <Button variant="primary" autoFocus className="max-sm:basis-full" onClick={onStay}>
        Keep editing
      </Button>
    </div>
  );
}
