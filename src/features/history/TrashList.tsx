import { useMutation, usePaginatedQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "@convex/_generated/api";
import { Button } from "@/components/ui/Button";
import { OfficeName } from "@/session/OfficeName";
import { ConfirmButton } from "@/components/ui/ConfirmButton";
import { LoadingData } from "@/components/ui/LoadingData";
import { formatDateTime } from "@/lib/formatDateTime";
import { useSave } from "@/offline/useSave";
import { TRASH_NOUNS } from "@domain/history/historyText";

const PAGE_SIZE = 25;

type Trashed = FunctionReturnType<typeof api.changes.deleted>["page"][number];

/** Lists the deleted records that people can still restore. */
export function TrashList() {
  const { results, status, loadMore } = usePaginatedQuery(
    api.changes.deleted,
    {},
    { initialNumItems: PAGE_SIZE },
  );
  if (status === "LoadingFirstPage")
    return <LoadingData what="The list of deleted records" className="my-6" />;
  if (status === "Exhausted" && results.length === 0)
    return <p className="py-6 text-sm text-ink-muted">Nothing was deleted.</p>;
  return (
    <>
      <ul>
        {results.map((trashed) => (
          <TrashRow key={trashed._id} trashed={trashed} />
        ))}
      </ul>
      {status !== "Exhausted" && (
        <Button busy={status === "LoadingMore"} onClick={() => loadMore(PAGE_SIZE)}>
          Show older
        </Button>
      )}
    </>
  );
}

function TrashRow({ trashed }: { readonly trashed: Trashed }) {
  const restore = useMutation(api.changes.restore);
  const remove = useMutation(api.changes.deleteForGood);
  const putBack = useMutation(api.lines.putBack);
  const restoring = useSave();
  const removing = useSave();
  const puttingBack = useSave();
  const { _id: id, table, label, byName, trashedAt } = trashed;
  const name = label || TRASH_NOUNS[table];
  const isPicture = table === "files";

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3 first:border-t-0">
      <div className="min-w-0 grow basis-60 text-sm">
        <p className="font-medium break-words">{name}</p>
        <p className="text-ink-muted tabular-nums">
          {TRASH_NOUNS[table]} deleted by {byName || "someone"}, {formatDateTime(trashedAt)}
        </p>
        {isPicture && (
          <p className="text-ink-muted">
            To bring it back, undo its removal in the history of the job.
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {trashed.hasTaken && (
          <Button
            size="small"
            busy={puttingBack.isSaving}
            aria-label={`Put back in stock what was taken for ${name}`}
            onClick={() =>
              void puttingBack.save(() => putBack({ id: trashed.rowId }), {
                name,
                saved: "Put back in stock",
                failed: "Not put back",
                needsServer: true,
              })
            }
          >
            Put back in stock
          </Button>
        )}
        {!isPicture && (
          <Button
            size="small"
            busy={restoring.isSaving}
            aria-label={`Restore ${name}`}
            onClick={() =>
              void restoring.save(() => restore({ id }), {
                name,
                saved: "Restored",
                failed: "Not restored",
                needsServer: true,
              })
            }
          >
            Restore
          </Button>
        )}
        <ConfirmButton
          size="small"
          busy={removing.isSaving}
          confirmLabel="Confirm Delete"
          onConfirm={() =>
            void removing.save(() => remove({ id }), {
              name,
              saved: "Deleted for good",
              failed: "Delete failed",
              needsServer: true,
            })
          }
        >
          Delete for good
          <span className="sr-only"> ({name})</span>
        </ConfirmButton>
        <OfficeName />
      </div>
    </li>
  );
}
