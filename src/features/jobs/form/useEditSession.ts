import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from "react";
import type { OutboxItem } from "convex-outbox";
import { openText, usePendingWork } from "@/lib/pendingWork";
import { useDeviceStore } from "@/offline/device/DeviceStoreProvider";
import type { TypedText } from "@/offline/texts/TypedTexts";
import { useChange } from "@/offline/useChange";
import { useOutbox } from "@/offline/useOutbox";
import type { EditedRows } from "./editedRows";
import type { JobFieldName } from "@/job/jobFormFields";
import type { JobFormControl } from "@/job/JobFormContext";
import { useFieldSyncStatus } from "@/job/useSyncStatus";
import { useAuthors } from "./useAuthors";
import { EditSession } from "./EditSession";
import { editView, refusedFields } from "./editView";

interface EditedState {
  /** The creation of the job, while it waits on this device. */
  readonly creation?: OutboxItem | undefined;
  readonly isLocked: boolean;
}

interface EditedSession {
  readonly session: EditSession;
  readonly form: JobFormControl;
  readonly canSave: boolean;
  readonly found: readonly TypedText[];
}

/** The session of an existing job or customer. `rows` must be the same object until the data changes. */
export function useEditSession(
  rows: EditedRows,
  { creation, isLocked }: EditedState,
): EditedSession {
  const { items, isSignedOut, put } = useOutbox();
  const { make } = useChange();
  const { store } = useDeviceStore();
  const changes = rows.changesIn(items);
  const live = {
    ...{ rows, isLocked, make, put },
    refused: refusedFields(creation ? [creation, ...changes] : changes),
    authorOf: useAuthors(),
  };
  const [session] = useState(() => new EditSession(live));
  const state = useSyncExternalStore(session.subscribe, session.state);
  useLayoutEffect(() => session.follow(live));
  const subject = rows.subject.key;
  useEffect(() => (store === null ? undefined : session.keepIn(store)), [session, store, subject]);

  const { values, notes, isChanged, canSave, found } = editView(state, live);
  usePendingWork(openText(isChanged, store !== null));
  const form: JobFormControl = {
    ...{ jobId: rows.jobId, values, isLocked },
    notes: withStatuses(notes, useFieldSyncStatus(changes, isSignedOut)),
    focus: session.focus,
    type: session.type,
    leave: session.leave,
    choose: session.choose,
  };
  return { session, form, canSave, found };
}

function withStatuses(
  notes: JobFormControl["notes"],
  statuses: ReturnType<typeof useFieldSyncStatus>,
): JobFormControl["notes"] {
  const names = Object.keys({ ...notes, ...statuses }) as JobFieldName[];
  const all = names.map((name) => [name, { ...notes[name], status: statuses[name] }]);
  return Object.fromEntries(all) as JobFormControl["notes"];
}
