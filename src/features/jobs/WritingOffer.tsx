import { useEffect, useState } from "react";
import { Button } from "@/components/ui/Button";
import { ConfirmButton } from "@/components/ui/ConfirmButton";
import { useDayCopies } from "@/lib/device/DayCopyProvider";
import { useDeviceStore } from "@/lib/device/DeviceStoreProvider";
import {
  abandonedTexts,
  removeTexts,
  type TypedText,
} from "@/lib/device/TypedTexts";
import { LazyJobDialog } from "./LazyJobDialog";

/** After a page ended with text in a field: which job it was, and what was written. */
export function WritingOffer() {
  const { store } = useDeviceStore();
  const { copy } = useDayCopies();
  const [texts, setTexts] = useState<readonly TypedText[]>([]);
  const [openedJob, setOpenedJob] = useState<string | null>(null);
  useEffect(() => {
    if (store === null) return;
    // A store that fails says so where something is written.
    abandonedTexts(store).then(setTexts, () => setTexts([]));
    return () => setTexts([]);
  }, [store]);

  const [newest] = texts;
  const own = texts.filter(({ subject }) => subject === newest?.subject);
  /** The other jobs are offered one after another. */
  const leave = () => setTexts(texts.filter((text) => !own.includes(text)));
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
            {own.map(({ key, value }) => (
              <p key={key} className="line-clamp-3 break-words text-ink-muted">
                {typeof value === "string" ? value : ""}
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
