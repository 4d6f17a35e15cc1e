import { CatchBoundary } from "@tanstack/react-router";
import { useQuery, useAction } from "convex/react";
import { clsx } from "clsx";
import { useEffect, useRef, useState } from "react";
import type { FunctionReturnType } from "convex/server";
import { api } from "@convex/_generated/api";
import { CircleCheck } from "@/components/icons/firstIcons";
import { CircleAlert } from "@/components/icons/icons";
import { useConnection } from "@/lib/connection/connectionState";
import { ThemeChoice } from "@/components/ThemeChoice";
import { Page, PageHeader } from "@/components/Page";
import { ErrorBelowHeader } from "@/features/account/RouteError";
import { ReadinessLine } from "@/offline/days/ReadinessLine";
import { useConfirmClick } from "@/lib/useConfirmClick";
import { DeleteCard } from "./DeleteCard";
import { GenerateCard } from "./GenerateCard";
import { SettingsCard } from "./SettingsCard";
import { progressMessage, sharedContactsMessage } from "./settingsMessages";
import { useSettingsActions, type SettingsAction, type Outcome } from "./useSettingsActions";
import { Button } from "@/components/ui/Button";
import { Spinner } from "@/components/ui/Spinner";
import { scrollIntoViewIfNeeded } from "@/lib/scrollIntoViewIfNeeded";
import { lazyDialog } from "@/components/lazyPart";
import { reportFault, toAppError } from "@/lib/appErrors";

/** Long enough to read three rows, and too short for the next person at the desk to confirm by mistake. */
const CONFIRM_RESETS_AFTER_MS = 15_000;

export function SettingsScreen() {
  return (
    <Page>
      <PageHeader title="Settings" />
      <CatchBoundary
        getResetKey={() => "settings"}
        errorComponent={(props) => (
          <>
            <ErrorBelowHeader {...props} />
            <AppearanceCard />
          </>
        )}
      >
        <Settings />
      </CatchBoundary>
    </Page>
  );
}

function Settings() {
  const { run, running, outcome, canRestore } = useSettingsActions();
  const confirm = useConfirmClick(CONFIRM_RESETS_AFTER_MS);
  const progress = useProgress(running !== null);
  const start = (action: SettingsAction) => {
    confirm.reset();
    void run(action);
  };
  return (
    <>
      <GenerateCard running={running} onRun={start} />
      <DeleteCard running={running} confirm={confirm} onRun={start} />
      <AppearanceCard />
      <ActionLine
        progress={outcome === null ? progress : null}
        outcome={outcome}
        onRestore={canRestore ? () => start("restore") : null}
      />
      {/* Shown here because in hosted mode Clerk's user menu has no place for it. */}
      <ReadinessLine className="text-sm text-ink-muted" />
    </>
  );
}

/** The choice of the theme. It needs no server, so it stays when the other cards fail. */
function AppearanceCard() {
  return (
    <SettingsCard
      title="Appearance"
      description="Kept on this device only. System follows the device."
    >
      <ThemeChoice />
    </SettingsCard>
  );
}

/** Progress of the workspace's running operation, even if a teammate started it. */
function useProgress(isRunningHere: boolean): string | null {
  const progress = useQuery(api.seed.progress);
  const connection = useConnection();
  if (progress?.isRunning) {
    return progressMessage(progress.task, progress.counts);
  }
  if (!isRunningHere) return null;
  return connection === "live" ? "Working..." : "Waiting for the connection...";
}

interface ActionLineProps {
  /** Progress of the running operation, if any. */
  readonly progress: string | null;
  readonly outcome: Outcome | null;
  /** Null if the action cannot be restored. */
  readonly onRestore: (() => void) | null;
}

/** The line below the cards: the progress of the current action, or the last result, which scrolls into view. */
function ActionLine({ progress, outcome, onRestore }: ActionLineProps) {
  const isShown = progress !== null || outcome !== null;
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (outcome !== null && line.current) scrollIntoViewIfNeeded(line.current);
  }, [outcome]);
  return (
    <div
      ref={line}
      aria-live="polite"
      className="scroll-mb-[max(1rem,env(safe-area-inset-bottom))]"
    >
      {isShown && (
        <div className="flex flex-col gap-2 rounded-xl border border-line bg-raised px-4 py-3 text-sm shadow-lift">
          <div
            className={clsx(
              "flex items-center gap-3 [&_svg]:size-4 [&_svg]:shrink-0",
              outcome?.isError && "text-danger-ink",
            )}
          >
            <ActionIcon outcome={outcome} />
            <span className="min-w-0 tabular-nums">{progress ?? outcome?.message}</span>
            {onRestore !== null && (
              <Button className="ml-auto shrink-0" onClick={onRestore}>
                Restore
              </Button>
            )}
          </div>
          {outcome?.action === "dedupe" && !outcome.isError && <SharedContacts />}
        </div>
      )}
    </div>
  );
}

function ActionIcon({ outcome }: Pick<ActionLineProps, "outcome">) {
  if (outcome === null) return <Spinner label={null} className="size-4" />;
  if (outcome.isError) return <CircleAlert aria-hidden="true" />;
  return <CircleCheck aria-hidden="true" className="text-green-ink" />;
}

const SharedContactsDialog = lazyDialog(
  async () => (await import("./SharedContactsDialog")).SharedContactsDialog,
);

type Found = FunctionReturnType<typeof api.customers.sharedContacts>;

/** Lists customers who still share a phone number or an e-mail address after a dedupe, for a person to decide. */
function SharedContacts() {
  const { found, failure, read } = useSharedContacts();
  const [isOpen, setIsOpen] = useState(false);

  if (failure !== null)
    return (
      <p className="text-danger-ink">
        Shared phone numbers and e-mail addresses could not be read: {failure}{" "}
        <Button size="small" onClick={read}>
          Try again
        </Button>
      </p>
    );
  if (found === null) return <p className="text-ink-muted">Looking for shared contacts...</p>;
  if (found.total === 0) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="grow basis-64">{sharedContactsMessage(found.total)}</p>
      <Button onClick={() => setIsOpen(true)}>Review</Button>
      {isOpen && (
        <SharedContactsDialog
          {...found}
          onClose={() => {
            setIsOpen(false);
            read();
          }}
        />
      )}
    </div>
  );
}

function useSharedContacts() {
  const load = useAction(api.customers.sharedContacts);
  const [attempt, setAttempt] = useState(0);
  const [found, setFound] = useState<Found | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  useEffect(() => {
    load({}).then(setFound, (thrown: unknown) => {
      reportFault(thrown);
      setFailure(toAppError(thrown).message);
    });
  }, [load, attempt]);
  const read = () => {
    setFailure(null);
    setAttempt((count) => count + 1);
  };

  return { found, failure, read };
}
