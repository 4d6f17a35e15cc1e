import { TRASH_KEPT_MS } from "@domain/history/history";
import { daysText } from "@domain/text/text";
import { Button } from "@/components/ui/Button";
import { OfficeName } from "@/session/OfficeName";
import type { useConfirmClick } from "@/lib/useConfirmClick";
import { SettingsCard, SettingsRow } from "./SettingsCard";
import type { SettingsAction } from "./useSettingsActions";

const DELETIONS = [
  {
    action: "deleteCustomersAndJobs",
    label: "Delete customers and jobs",
    description: "Every customer and every job, with their photos.",
  },
  {
    action: "deleteInventory",
    label: "Delete inventory",
    description: "Every item, price and color, and the record of the stock.",
  },
  {
    action: "deleteAllData",
    label: "Delete all data",
    description: "All of the above. Accounts stay.",
  },
] as const;

interface DeleteCardProps {
  readonly running: SettingsAction | null;
  readonly confirm: ReturnType<typeof useConfirmClick>;
  readonly onRun: (action: SettingsAction) => void;
}

export function DeleteCard({ running, confirm, onRun }: DeleteCardProps) {
  const { isAsking, isPausing } = confirm;
  return (
    <SettingsCard
      title="Delete"
      description={`Cleans up or empties your workspace, for everyone in it. What is deleted is kept for ${daysText(TRASH_KEPT_MS)}, under Recent changes in the user menu.`}
    >
      <ul>
        <SettingsRow description="Customers with one name and one phone or e-mail become one, and their jobs move to the one that is kept.">
          <Button
            busy={running === "dedupe"}
            disabled={running !== null && running !== "dedupe"}
            onClick={() => onRun("dedupe")}
          >
            Deduplicate customers
          </Button>
        </SettingsRow>
        <SettingsRow description="Old customer records may still carry a date that is no longer used.">
          <Button
            busy={running === "removeObtainedDate"}
            disabled={running !== null && running !== "removeObtainedDate"}
            onClick={() => onRun("removeObtainedDate")}
          >
            Remove obsolete obtained date
          </Button>
        </SettingsRow>
        {DELETIONS.map(({ action, label, description }) => (
          <SettingsRow key={action} description={description}>
            <Button
              variant={isAsking ? "danger" : "dangerGhost"}
              className={isAsking ? undefined : "border border-line"}
              busy={running === action}
              disabled={running !== null && running !== action}
              aria-disabled={isPausing || running === action || undefined}
              onClick={() => confirm.click(() => onRun(action))}
            >
              {isAsking ? (
                <>
                  Confirm Delete
                  <span className="sr-only"> ({label})</span>
                </>
              ) : (
                label
              )}
            </Button>
            <OfficeName className="mt-1 text-center" />
          </SettingsRow>
        ))}
      </ul>
      <p aria-live="polite" className="mt-3 text-sm empty:hidden">
        {isAsking && (
          <>
            Click again to delete.{" "}
            <button
              type="button"
              className="rounded-sm font-medium text-link underline underline-offset-4"
              onClick={confirm.reset}
            >
              Keep everything
            </button>
          </>
        )}
      </p>
    </SettingsCard>
  );
}
