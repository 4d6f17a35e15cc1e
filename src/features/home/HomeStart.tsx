import { CatchBoundary } from "@tanstack/react-router";
import { useQuery } from "convex/react";
import { useEffectEvent, useId, useLayoutEffect, type ReactNode } from "react";
import { api } from "@convex/_generated/api";
import { Button } from "@/components/ui/Button";
import { Card } from "@/components/ui/Card";
import { FAKE_DATA, useSettingsActions } from "@/features/settings/useSettingsActions";
import { openImport } from "@/lib/openImport";
import { useOfficeSettings } from "@/offline/useOfficeSettings";
import type { SessionUser } from "@/session/session";
import { StartSteps } from "./StartSteps";
import { ExampleDay } from "./ExampleDay";
import { useSetStart } from "./useSetStart";

interface HomeStartProps {
  readonly user: SessionUser;
  /** Where this stands: above or below the cards of the sections. */
  readonly place: "above" | "below";
  /** Called above the cards, with whether anything stands there; null if that could not be read. */
  readonly onKnown?: (isAnything: boolean | null) => void;
}

/**
 * Above the cards: three ways to begin in an empty office, or the day of the example data. Below them: the steps that
 * make the office ready.
 */
export function HomeStart(props: HomeStartProps) {
  return (
    <CatchBoundary
      getResetKey={() => props.user.id}
      errorComponent={() => <Known isAnything={null} onKnown={props.onKnown} />}
    >
      <Start {...props} />
    </CatchBoundary>
  );
}

function Start({ user, place, onKnown }: HomeStartProps) {
  const data = useQuery(api.seed.demoData);
  const settings = useOfficeSettings();
  if (data === undefined || settings === undefined) return null;
  const isEmpty = !data.hasDemoData && !data.hasRealCustomers;
  const asks = isEmpty && settings.start === undefined;
  if (place === "below") return !asks && <StartSteps user={user} settings={settings} />;
  const isExample = data.hasDemoData && !data.hasRealCustomers;
  return (
    <>
      {asks && <Doors />}
      {isExample && <ExampleDay />}
      <Known isAnything={asks || isExample} onKnown={onKnown} />
    </>
  );
}

interface KnownProps {
  readonly isAnything: boolean | null;
  readonly onKnown: HomeStartProps["onKnown"];
}

/** Reports what stands above the cards before the browser paints it. */
function Known({ isAnything, onKnown }: KnownProps) {
  const report = useEffectEvent(() => onKnown?.(isAnything));
  useLayoutEffect(() => report(), [isAnything]);
  return null;
}

function Doors() {
  const id = useId();
  const { run, running, outcome } = useSettingsActions();
  const setStart = useSetStart();
  return (
    <Card className="p-4 sm:p-5 print:hidden">
      <section aria-labelledby={id} className="flex flex-col gap-4">
        <h2 id={id} className="font-semibold">
          How would you like to start?
        </h2>
        <ul className="grid gap-4 sm:grid-cols-[minmax(13.5rem,1fr)_1fr_1fr]">
          <Door text="Customers and jobs from a file of another program or a spreadsheet.">
            <Button variant="primary" onClick={() => openImport()}>
              Import customers and jobs
            </Button>
          </Door>
          <Door
            text={`${FAKE_DATA.customers} made-up customers and a full day of visits, with photos, prices and stock, marked "Demo". Settings removes them as a whole.`}
          >
            <Button busy={running === "tryExample"} onClick={() => void run("tryExample")}>
              Try example data
            </Button>
          </Door>
          <Door text="Your first job, typed in. An import is possible later too.">
            <Button onClick={() => setStart("empty")}>Start empty</Button>
          </Door>
        </ul>
        <p role="status" className="text-sm text-danger-ink empty:hidden">
          {outcome?.isError && outcome.message}
        </p>
      </section>
    </Card>
  );
}

interface DoorProps {
  readonly text: string;
  readonly children: ReactNode;
}

function Door({ text, children }: DoorProps) {
  return (
    <li className="flex flex-col items-start justify-between gap-3">
      <p className="text-sm text-ink-muted">{text}</p>
      {children}
    </li>
  );
}
