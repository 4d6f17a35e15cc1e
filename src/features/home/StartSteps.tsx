import { useQuery } from "convex/react";
import { useEffect, useId, useState, type ReactNode } from "react";
import { api } from "@convex/_generated/api";
import type { OfficeSettings } from "@domain/job/officeSettings";
import { lazyDialog } from "@/components/lazyPart";
import { Button } from "@/components/ui/Button";
import { buttonClass } from "@/components/ui/buttonClass";
import { Card } from "@/components/ui/Card";
import { SeedDefaults } from "@/offline/SeedDefaults";
import { copyText } from "@/lib/copyText";
import { showToast } from "@/lib/toasts";
import { getTeam } from "@/session/teamApi";
import { useSignIn, type SessionUser } from "@/session/session";
import { useSetStart } from "./useSetStart";

const UserMenuDialog = lazyDialog(
  async () => (await import("@/features/account/UserMenuDialog")).UserMenuDialog,
);

/** The steps of the office, in their order. A step for each person's phone follows them. */
const OFFICE_STEPS = ["teammate", "prices", "backup"] as const;

type OfficeStep = (typeof OFFICE_STEPS)[number];

interface StartStepsProps {
  readonly user: SessionUser;
  readonly settings: OfficeSettings;
}

/** The steps that make the office ready. Everyone sees the same ones until they are done or somebody hides them. */
export function StartSteps({ user, settings }: StartStepsProps) {
  const id = useId();
  const items = useQuery(api.inventory.listItems, {});
  const [isInviting, setIsInviting] = useState(false);
  const { local, openTeam } = useSignIn();
  const isHosted = local === null;
  const { known, lookForBackup } = useKnown(isHosted, isInviting);
  const hasPrices = items?.some(({ _prices }) => _prices.length > 0);
  const done: Readonly<Record<OfficeStep, boolean | undefined>> = {
    ...known,
    prices: hasPrices,
  };
  const setStart = useSetStart();
  // Steps that may be done are not shown while they load: they would vanish a moment later.
  const open = OFFICE_STEPS.filter((step) => done[step] === false);
  const isReady = settings.start === "ready" || open.length === 0;
  if (isReady && !isInviting) return null;
  const actions = {
    teammate: <Button onClick={openTeam ?? (() => setIsInviting(true))}>Invite a teammate</Button>,
    prices: <SeedDefaults label="Add items and prices" />,
    backup: isHosted ? (
      <Guide href="https://docs.convex.dev/database/backup-restore">How to back up</Guide>
    ) : (
      <Button onClick={() => void lookForBackup()}>Look for a backup</Button>
    ),
  };
  const isInstalled = window.matchMedia("(display-mode: standalone)").matches;
  return (
    <Card className="p-4 sm:p-5 print:hidden">
      <section aria-labelledby={id} className="flex flex-col gap-2">
        <div className="flex items-center justify-between gap-4">
          <h2 id={id} className="font-semibold">
            Make the office ready
          </h2>
          <Button variant="ghost" onClick={() => setStart("ready")}>
            Hide for everyone
          </Button>
        </div>
        <ul className="divide-y divide-line">
          {open.map((step) => (
            <Step key={step} text={textOf(step, isHosted)} action={actions[step]} />
          ))}
          {!isInstalled && (
            <Step
              text={PHONE_TEXT[isOnlyHere() ? "onlyHere" : "anywhere"]}
              action={
                isOnlyHere() ? (
                  <Guide href="https://tailscale.com/kb/1242/tailscale-serve">
                    How to get an address
                  </Guide>
                ) : (
                  <CopyAddress />
                )
              }
            />
          )}
        </ul>
        {isInviting && <Invitation user={user} onClose={setIsInviting} />}
      </section>
    </Card>
  );
}

/**
 * The steps that the server for one machine knows to be done. In hosted mode they stay open until the list is hidden.
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
      ({ people, invitations }) => setHasTeam(people.length > 1 || invitations.length > 0),
      () => setHasTeam(false),
    );
    void fetchHasBackup().then(setHasBackup);
  }, [isHosted, isInviting]);
  const known = isHosted
    ? { teammate: false, backup: false }
    : { teammate: hasTeam, backup: hasBackup };
  return { known, lookForBackup };
}

/** False if the server has no backup or does not answer. */
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

function textOf(step: OfficeStep, isHosted: boolean): string {
  switch (step) {
    case "teammate":
      return "A teammate sees the same day, and every change at once.";
    case "prices":
      return "The usual items with prices, and coil colors. Change what differs.";
    case "backup":
      return isHosted
        ? "See a backup: in the Convex dashboard, under Settings, Backups."
        : "See a backup: once a day the server makes one, in the folder backups of its data.";
  }
}

const PHONE_TEXT = {
  onlyHere:
    "Put Downspout on a phone. No other device can open this address: a phone needs one with https, which Tailscale gives this computer.",
  anywhere:
    "Put Downspout on a phone: open this address there, tap Share on an iPhone or the browser's menu on Android, then Add to Home Screen.",
} as const;

interface StepProps {
  readonly text: string;
  readonly action: ReactNode;
}

function Step({ text, action }: StepProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2">
      <p className="min-w-48 grow basis-0 text-sm">{text}</p>
      {action}
    </li>
  );
}

interface GuideProps {
  readonly href: string;
  readonly children: string;
}

function Guide({ href, children }: GuideProps) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className={buttonClass()}>
      {children}
    </a>
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
