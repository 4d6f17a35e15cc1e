import { useQuery } from "convex/react";
import { useEffect, useId, useState, type ReactNode } from "react";
import { api } from "@convex/_generated/api";
import { lazyDialog } from "@/components/lazyPart";
import { Button } from "@/components/ui/Button";
import { buttonClass } from "@/components/ui/buttonClass";
import { Card } from "@/components/ui/Card";
import { SeedDefaults } from "@/features/inventory/SeedDefaults";
import { copyText } from "@/lib/copyText";
import { showToast } from "@/lib/toasts";
import { getTeam } from "@/session/teamApi";
import { useSignIn, type SessionUser } from "@/session/session";
import {
  START_STEPS,
  type StartProgress,
  type StartStep,
} from "./startProgress";

const UserMenuDialog = lazyDialog(
  async () =>
    (await import("@/features/account/UserMenuDialog")).UserMenuDialog,
);

interface StartStepsProps {
  readonly progress: StartProgress;
  readonly user: SessionUser;
}

/** What makes the office ready, each until it is done or dismissed. */
export function StartSteps({ progress, user }: StartStepsProps) {
  const id = useId();
  const items = useQuery(api.inventory.listItems, {});
  const [isInviting, setIsInviting] = useState(false);
  const { local, openTeam } = useSignIn();
  const isHosted = local === null;
  const { known, lookForBackup } = useKnown(isHosted, isInviting);
  const hasPrices = items?.some(({ _prices }) => _prices.length > 0);
  const done: Readonly<Record<StartStep, boolean | undefined>> = {
    ...known,
    prices: hasPrices,
    phone: window.matchMedia("(display-mode: standalone)").matches,
  };
  // What is not known yet is not shown: it would vanish a moment later.
  const open = START_STEPS.filter(
    (step) => done[step] === false && !progress.has(step),
  );
  if (open.length === 0 && !isInviting) return null;
  const actions = {
    teammate: (
      <Button onClick={openTeam ?? (() => setIsInviting(true))}>
        Invite a teammate
      </Button>
    ),
    prices: <SeedDefaults label="Add items and prices" />,
    backup: isHosted ? (
      <a
        href="https://docs.convex.dev/database/backup-restore"
        target="_blank"
        rel="noreferrer"
        className={buttonClass()}
      >
        How to back up
      </a>
    ) : (
      <Button onClick={() => void lookForBackup()}>Look for a backup</Button>
    ),
    phone: isOnlyHere() ? null : <CopyAddress />,
  };
  return (
    <Card className="p-4 sm:p-5">
      <section aria-labelledby={id} className="flex flex-col gap-2">
        <h2 id={id} className="font-semibold">
          Make the office ready
        </h2>
        <ul className="divide-y divide-line">
          {open.map((step) => (
            <Step
              key={step}
              text={textOf(step, isHosted)}
              action={actions[step]}
              onDone={() => progress.note(step)}
            />
          ))}
        </ul>
        {isInviting && <Invitation user={user} onClose={setIsInviting} />}
      </section>
    </Card>
  );
}

/**
 * What the server for one machine says. Where it cannot be asked, a step is open until the person says that it is done.
 */
function useKnown(isHosted: boolean, isInviting: boolean) {
  const [hasTeam, setHasTeam] = useState<boolean>();
  const [hasBackup, setHasBackup] = useState<boolean>();
  const lookForBackup = async () => {
    const found = await fetchHasBackup();
    setHasBackup(found);
    if (!found)
      showToast("message", "No backup yet", {
        description: "The server makes the first one soon after it starts.",
      });
  };
  useEffect(() => {
    if (isHosted) return;
    getTeam().then(
      ({ people, invitations }) =>
        setHasTeam(people.length > 1 || invitations.length > 0),
      () => setHasTeam(false),
    );
    void fetchHasBackup().then(setHasBackup);
  }, [isHosted, isInviting]);
  const known = isHosted
    ? { teammate: false, backup: false }
    : { teammate: hasTeam, backup: hasBackup };
  return { known, lookForBackup };
}

/** False also where the server does not answer. */
async function fetchHasBackup(): Promise<boolean> {
  try {
    const response = await fetch("/api/health");
    const health = (await response.json()) as { lastBackupAt?: unknown };
    return typeof health.lastBackupAt === "string";
  } catch {
    return false;
  }
}

/** Whether no other device can open the address of this page. */
function isOnlyHere(): boolean {
  return /^(localhost|127\.|\[::1\])/.test(window.location.hostname);
}

function textOf(step: StartStep, isHosted: boolean): string {
  switch (step) {
    case "teammate":
      return "A teammate sees the same day, and every change at once.";
    case "prices":
      return "The usual items with prices, and coil colors. Change what differs.";
    case "backup":
      return isHosted
        ? "See a backup: in the Convex dashboard, under Settings, Backups."
        : "See a backup: once a day the server makes one, in the folder backups of its data.";
    case "phone":
      return isOnlyHere()
        ? "Put Downspout on a phone. A phone cannot open this address: docs/operations.md, “Https for phones”, says how to set one up."
        : "Put Downspout on a phone: open this address there, tap Share on an iPhone or the browser's menu on Android, then Add to Home Screen.";
  }
}

interface StepProps {
  readonly text: string;
  readonly action: ReactNode;
  readonly onDone: () => void;
}

function Step({ text, action, onDone }: StepProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2">
      <p className="min-w-48 grow basis-0 text-sm">{text}</p>
      {action}
      <Button variant="ghost" aria-label={`Done: ${text}`} onClick={onDone}>
        Done
      </Button>
    </li>
  );
}

function CopyAddress() {
  return (
    <Button
      onClick={({ currentTarget }) =>
        void copyText("Address", window.location.origin, currentTarget)
      }
    >
      Copy the address
    </Button>
  );
}

interface InvitationProps {
  readonly user: SessionUser;
  readonly onClose: (isOpen: false) => void;
}

function Invitation({ user, onClose }: InvitationProps) {
  const { local } = useSignIn();
  return (
    local && (
      <UserMenuDialog
        dialog="invite"
        accounts={local.accounts}
        user={user}
        onClose={() => onClose(false)}
      />
    )
  );
}
