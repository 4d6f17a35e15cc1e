import {
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type ReactNode,
} from "react";
import type { DayKey } from "@domain/days";
import { DialogAddressContext } from "@/lib/dialogAddress";
import { hasOpenDialog, isAddressedEntry } from "@/lib/useCloseOnBack";
import { usePreload } from "@/lib/usePreload";
import { linkedJob, NEW_JOB, openJobUrl } from "./jobAddress";
import type { Job } from "./jobForm";
import { LazyJobDialog, preloadJobDialog } from "./LazyJobDialog";
import { LinkedJobDialog } from "./LinkedJobDialog";

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
  const taken = useRef<string | null>(null);
  usePreload(preloadJobDialog);

  const takeLink = useEffectEvent((link: string | undefined) => {
    if (link !== undefined && !isAddressedEntry()) {
      taken.current = link;
      onLinkTaken();
    } else if (link === undefined && taken.current !== null) {
      setOpened(openedByLink(taken.current));
      taken.current = null;
    }
  });
  useEffect(() => takeLink(linked), [linked]);

  const afterPop = useEffectEvent(() => {
    const link = linkedJob();
    if (link === undefined || hasOpenDialog()) return;
    if (isAddressedEntry()) setOpened(openedByLink(link));
    else takeLink(link);
  });
  useEffect(() => {
    const onPop = () => afterPop();
    window.addEventListener("popstate", onPop);
    return () => window.removeEventListener("popstate", onPop);
  }, []);

  const open = useCallback(
    (job: Job) =>
      setOpened({ jobId: job._id, address: openJobUrl(job._id), known: job }),
    [],
  );
  return {
    open,
    add: () => setOpened({ jobId: null, address: openJobUrl(null) }),
    dialog: opened && (
      <OpenedJob
        opened={opened}
        initialDay={initialDay}
        onClose={() => setOpened(null)}
      />
    ),
  };
}

interface OpenedJobProps {
  readonly opened: Opened;
  readonly initialDay: DayKey | undefined;
  readonly onClose: () => void;
}

function OpenedJob({ opened, initialDay, onClose }: OpenedJobProps) {
  const { jobId, known, address } = opened;
  const isLink = jobId !== null && known === undefined;
  return (
    <DialogAddressContext value={address}>
      {isLink ? (
        <LinkedJobDialog key={jobId} jobId={jobId} onClose={onClose} />
      ) : (
        <LazyJobDialog
          jobId={jobId}
          known={known}
          {...(initialDay && { initialDay })}
          onClose={onClose}
        />
      )}
    </DialogAddressContext>
  );
}

function openedByLink(link: string): Opened {
  const jobId = link === NEW_JOB ? null : link;
  return { jobId, address: openJobUrl(jobId) };
}
