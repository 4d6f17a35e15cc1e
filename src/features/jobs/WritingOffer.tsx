import { useEffect, useState } from "react";
import { Button } from "@/components/ui/Button";
import { ConfirmButton } from "@/components/ui/ConfirmButton";
import { useDayCopies } from "@/lib/device/DayCopyProvider";
import type { DeviceStore } from "@/lib/device/deviceStore";
import { useDeviceStore } from "@/lib/device/DeviceStoreProvider";
import {
  decidedTexts,
  foundTexts,
  removeTexts,
  type TypedText,
} from "@/lib/device/TypedTexts";
import { useSharedValue } from "@/lib/SharedValue";
import { describeTyped } from "./jobForm";
import { LazyJobDialog } from "./LazyJobDialog";

interface Found {
  readonly store: DeviceStore | null;
  readonly rows: readonly TypedText[];
}

/** After a form ended with text in a field: which job it was, and what was written. */
export function WritingOffer() {
  const { store } = useDeviceStore();
  const { copy } = useDayCopies();
  const decided = useSharedValue(decidedTexts);
  const [found, setFound] = useState<Found>({ store: null, rows: [] });
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [openedJob, setOpenedJob] = useState<string | null>(null);
  useEffect(() => {
    if (store === null) return;
    foundTexts(store).then(
      (rows) => setFound({ store, rows }),
      // A store that fails says so where something is written.
      () => undefined,
    );
  }, [store]);

  const texts =
    found.store === store
      ? found.rows.filter(({ key }) => !left.has(key) && !decided.has(key))
      : [];
  const [newest] = texts;
  const own = texts.filter(({ subject }) => subject === newest?.subject);
  /** The other jobs are offered one after another. */
  const leave = () => setLeft(new Set([...left, ...own.map(({ key }) => key)]));
  const discard = () => {
    leave();
    // What cannot be removed is offered again at the next start.
    if (store !== null) removeTexts(store, own).catch(() => undefined);
  };

  return (
    <>
      {newest && (
        <div
          role="status"
          className="mb-4 flex flex-wrap items-center gap-2 rounded-xl border border-line bg-raised px-4 py-2 text-sm"
        >
          <div className="min-w-0 grow basis-60">
            <p>You were writing in {newest.label}</p>
            {own.map((row) => (
              <p
                key={row.key}
                className="line-clamp-3 break-words text-ink-muted"
              >
                {describeTyped(row)}
              </p>
            ))}
          </div>
          <ConfirmButton confirmLabel="Discard this text?" onConfirm={discard}>
            Discard
          </ConfirmButton>
          <Button
            onClick={() => {
              leave();
              setOpenedJob(newest.subject);
            }}
          >
            Open
          </Button>
        </div>
      )}
      {openedJob !== null && (
        <LazyJobDialog
          // The server finds a job by its client key too.
          jobId={openedJob}
          known={copy?.jobs.find(
            ({ _id, clientKey }) => (clientKey ?? _id) === openedJob,
          )}
          onClose={() => setOpenedJob(null)}
        />
      )}
    </>
  );
}
