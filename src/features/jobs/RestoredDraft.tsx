import { ConfirmButton } from "@/components/ui/ConfirmButton";

export function RestoredDraft({
  onStartFresh,
}: {
  readonly onStartFresh: () => void;
}) {
  return (
    <div className="mb-5 flex flex-wrap items-center justify-between gap-2 rounded-xl bg-info-tint py-2 pr-2 pl-4 text-sm text-info-ink">
      <p role="status">Your unsaved job is back. Nothing you typed was lost.</p>
      <ConfirmButton
        size="small"
        confirmLabel="Discard and start fresh"
        onConfirm={onStartFresh}
      >
        Start fresh
      </ConfirmButton>
    </div>
  );
}
