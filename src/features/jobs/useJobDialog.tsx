import { memo, useCallback, useEffect, useState, type ReactNode } from "react";
import type { DayKey } from "@domain/dates/days";
import { DialogBoundary } from "@/components/lazyPart";
import { DialogAddressContext } from "@/lib/dialogAddress";
import { isAddressedEntry } from "@/lib/useCloseOnBack";
import { useDialogLink } from "@/lib/useDialogLink";
import { usePreload } from "@/lib/usePreload";
import { JOB_PARAMETER, NEW_JOB, openJobUrl } from "@/job/jobAddress";
import type { Job } from "@/job/jobForm";
import { LazyJobDialog, preloadJobDialog } from "./LazyJobDialog";
import { LinkedJobDialog } from "./LinkedJobDialog";
import { takeRequestedStart, useRequestedStart, type NewJobStart } from "@/job/requestedStart";

interface JobDialogOptions {
  /** The open job in the URL of the screen. */
  readonly linked: string | undefined;
  /** Removes the job from the URL, replacing the history entry. */
  readonly onLinkTaken: () => void;
  /** The day that is offered as the date of a new job. */
  readonly initialDay?: DayKey;
}

interface Opened {
  readonly jobId: string | null;
  /** The job as the list shows it. Absent for a link, which has only the id. */
  readonly known?: Job;
  /** The values with which a new job begins. */
  readonly start?: NewJobStart;
  readonly address: string;
}

interface JobDialogControl {
  /** Stable across renders. */
  readonly open: (job: Job) => void;
  readonly add: () => void;
  readonly dialog: ReactNode;
}

/**
 * The job dialog of a screen and its part of the URL. An open dialog has a history entry with the job in its URL,
 * over the screen's entry without it: Back closes the dialog, and the URL can be shared and reloaded. The dialog
 * writes its entry itself (useCloseOnBack). A link has the job in the screen's own entry, from which it is removed
 * before the dialog opens.
 */
export function useJobDialog({
  linked,
  onLinkTaken,
  initialDay,
}: JobDialogOptions): JobDialogControl {
  const [opened, setOpened] = useState<Opened | null>(() =>
    linked !== undefined && isAddressedEntry() ? openedByLink(linked) : null,
  );
  usePreload(preloadJobDialog);
  useDialogLink({
    parameter: JOB_PARAMETER,
    linked,
    onLinkTaken,
    onOpen: (link) => setOpened(openedByLink(link)),
  });

  const start = useRequestedStart();
  const [seen, setSeen] = useState<NewJobStart | null>(null);
  if (start !== seen) {
    setSeen(start);
    if (start !== null) setOpened({ jobId: null, address: openJobUrl(null), start });
  }
  useEffect(() => {
    if (start !== null) takeRequestedStart();
  }, [start]);

  const open = useCallback(
    (job: Job) => setOpened({ jobId: job._id, address: openJobUrl(job._id), known: job }),
    [],
  );
  const close = useCallback(() => setOpened(null), []);
  return {
    open,
    add: () => setOpened({ jobId: null, address: openJobUrl(null) }),
    dialog: opened && <OpenedJob opened={opened} initialDay={initialDay} onClose={close} />,
  };
}

interface OpenedJobProps {
  readonly opened: Opened;
  readonly initialDay: DayKey | undefined;
  readonly onClose: () => void;
}

/** Memoized: the screen below renders again when the URL gets the job, and with each change of its list. */
const OpenedJob = memo(function OpenedJob({ opened, initialDay, onClose }: OpenedJobProps) {
  const { jobId, known, start, address } = opened;
  const isLink = jobId !== null && known === undefined;
  return (
    <DialogAddressContext value={address}>
      {isLink ? (
        <DialogBoundary onClose={onClose}>
          <LinkedJobDialog key={jobId} jobId={jobId} onClose={onClose} />
        </DialogBoundary>
      ) : (
        <LazyJobDialog
          jobId={jobId}
          known={known}
          {...(initialDay && { initialDay })}
          {...(start && { start })}
          onClose={onClose}
        />
      )}
    </DialogAddressContext>
  );
});

function openedByLink(link: string): Opened {
  const jobId = link === NEW_JOB ? null : link;
  return { jobId, address: openJobUrl(jobId) };
}
