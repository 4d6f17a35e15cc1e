import { useQuery } from "convex/react";
import { api } from "@convex/_generated/api";
import { useConnection } from "@/lib/connection/connectionState";
import { ThemeChoice } from "@/components/ThemeChoice";
import { Page, PageHeader } from "@/components/Page";
import { ReadinessLine } from "@/features/outbox/ReadinessLine";
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
    <Page>
      <PageHeader title="Settings" />
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
      {/* Hosted, the user menu is Clerk's and has no place for it. */}
      <ReadinessLine className="text-sm text-ink-muted" />
    </Page>
  );
}

/** Progress of the workspace's running operation, also a teammate's. */
function useProgress(isRunningHere: boolean): string | null {
  const progress = useQuery(api.seed.progress);
  const connection = useConnection();
  if (progress?.isRunning) {
    return progressMessage(progress.task, progress.counts);
  }
  if (!isRunningHere) return null;
  return connection === "live" ? "Working..." : "Waiting for the connection...";
}
