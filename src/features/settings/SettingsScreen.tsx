import { useQuery } from "convex/react";
import { api } from "@convex/_generated/api";
import { ThemeChoice } from "@/components/ThemeChoice";
import { useConfirmClick } from "@/lib/useConfirmClick";
import { ActionLine } from "./ActionLine";
import { DeleteCard } from "./DeleteCard";
import { GenerateCard } from "./GenerateCard";
import { SettingsCard } from "./SettingsCard";
import { progressMessage } from "./settingsMessages";
import { useSettingsActions, type SettingsAction } from "./useSettingsActions";

/** Long enough to read three rows, too short for the next person at the desk. */
const CONFIRM_RESETS_AFTER_MS = 15_000;

export function SettingsScreen() {
  const { run, running, outcome, canRestore } = useSettingsActions();
  const confirm = useConfirmClick(CONFIRM_RESETS_AFTER_MS);
  const progress = useProgress(running !== null);
  const start = (action: SettingsAction) => {
    confirm.reset();
    void run(action);
  };
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-4">
      <h1 className="text-2xl font-semibold tracking-tight">Settings</h1>
      <GenerateCard running={running} onRun={start} />
      <DeleteCard running={running} confirm={confirm} onRun={start} />
      <SettingsCard
        title="Appearance"
        description="Kept on this device only. System follows the device."
      >
        <ThemeChoice />
      </SettingsCard>
      <ActionLine
        progress={outcome === null ? progress : null}
        outcome={outcome}
        onRestore={canRestore ? () => start("restore") : null}
      />
    </div>
  );
}

/** Progress of the workspace's running operation, also a teammate's. */
function useProgress(isRunningHere: boolean): string | null {
  const progress = useQuery(api.seed.progress);
  if (progress?.isRunning) {
    return progressMessage(progress.task, progress.counts);
  }
  return isRunningHere ? "Working..." : null;
}
