import { useAction, useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useState } from "react";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { Badge } from "@/components/ui/Badge";
import { Button } from "@/components/ui/Button";
import { DialogFrame } from "@/components/ui/Dialog";
import { UndoImport } from "@/offline/undo/UndoImport";
import { ConfirmButton } from "@/components/ui/ConfirmButton";
import { formatDateTime } from "@/lib/formatDateTime";
import { useSave } from "@/offline/useSave";
import { historyText } from "@domain/history/historyText";

export type HistoryEntry = FunctionReturnType<typeof api.changes.page>["page"][number];

interface HistoryListProps {
  /** The newest first. */
  readonly entries: readonly HistoryEntry[];
  /** Whether each entry names its job, customer or item. */
  readonly showsSubject?: boolean;
}

export function HistoryList({ entries, showsSubject = false }: HistoryListProps) {
  return (
    <ul>
      {entries.map((entry) => (
        <HistoryRow key={entry._id} entry={entry} showsSubject={showsSubject} />
      ))}
    </ul>
  );
}

interface HistoryRowProps {
  readonly entry: HistoryEntry;
  readonly showsSubject: boolean;
}

function HistoryRow({ entry, showsSubject }: HistoryRowProps) {
  const lines = historyText(entry, formatDateTime);
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-t border-line py-3 first:border-t-0">
      <div className="min-w-0 grow basis-60 text-sm">
        {showsSubject && entry.subjectLabel !== "" && (
          <p className="font-medium break-words">{entry.subjectLabel}</p>
        )}
        <ul className="break-words">
          {lines.map((line, at) => (
            <li key={at}>{line}</li>
          ))}
        </ul>
        <p className="text-ink-muted tabular-nums">{authorLine(entry)}</p>
      </div>
      <EntryUndo entry={entry} name={entry.subjectLabel || (lines[0] ?? "")} />
    </li>
  );
}

interface EntryUndoProps {
  readonly entry: HistoryEntry;
  /** Names the entry in its button and in toasts. */
  readonly name: string;
}

function EntryUndo({ entry, name }: EntryUndoProps) {
  const undo = useMutation(api.changes.undo);
  const undoRun = useAction(api.changes.undoRun);
  const { save, isSaving } = useSave();
  const run = (change: () => Promise<unknown>) =>
    void save(change, {
      name,
      saved: "Undone",
      failed: "Not undone",
      needsServer: true,
    });

  // Rendered for an undone import too: its dialog stays open to say what was removed.
  if (entry.kind === "import" && entry.isRun) return <ImportUndo entry={entry} name={name} />;
  if (entry.isUndone) return <Badge>Undone</Badge>;
  if (!entry.isUndoable) return null;
  if (entry.isRun)
    return (
      <ConfirmButton
        size="small"
        variant="secondary"
        confirmLabel="Restore all of it?"
        busy={isSaving}
        onConfirm={() => run(() => undoRun({ id: entry._id as Id<"changes"> }))}
      >
        Restore
      </ConfirmButton>
    );
  return (
    <Button
      size="small"
      busy={isSaving}
      aria-label={`Undo ${name}`}
      onClick={() => run(() => undo({ id: entry._id as Id<"changes"> }))}
    >
      Undo
    </Button>
  );
}

/** The undo of an import says first what it removes and what it keeps. */
function ImportUndo({ entry, name }: EntryUndoProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      {entry.isUndone && <Badge>Undone</Badge>}
      {entry.isUndoable && (
        <Button
          size="small"
          aria-haspopup="dialog"
          aria-label={`Undo the import of ${name}`}
          onClick={() => setIsOpen(true)}
        >
          Undo ...
        </Button>
      )}
      {isOpen && (
        <DialogFrame>
          <UndoImport
            runId={entry._id as Id<"changes">}
            name={name}
            onClose={() => setIsOpen(false)}
          />
        </DialogFrame>
      )}
    </>
  );
}

/** "Dana, Nov 22, 26, 9:41 AM", and the device's time where it differs. */
function authorLine({ byName, at, deviceAt }: HistoryEntry): string {
  const sent = deviceAt === undefined ? [] : [`on the device ${formatDateTime(deviceAt)}`];
  return [byName || "Someone", formatDateTime(at), ...sent].join(", ");
}
