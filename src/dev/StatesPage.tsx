import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from "@tanstack/react-router";
import { clsx } from "clsx";
import { useLayoutEffect, useState } from "react";
import { CONTROL_STATES } from "./controlStates";
import { FORM_STATES } from "./formStates";
import { JOB_STATES } from "./jobStates";
import { NOTICE_AND_OUTBOX_STATES } from "./outboxStates";
import { SCREEN_STATES } from "./screenStates";
import type { Section } from "./section";

const SECTIONS: readonly Section[] = [
  ...JOB_STATES,
  ...FORM_STATES,
  ...NOTICE_AND_OUTBOX_STATES,
  ...CONTROL_STATES,
  ...SCREEN_STATES,
];

/** A style, since the build makes no classes for this folder (styles.css): two themes where the screen has 1,312 px. */
const SIDE_BY_SIDE = {
  gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 40rem), 1fr))",
};

/**
 * /dev/states, in development only: cards, rows, dialogs and notices in each of their states, in the light theme and in
 * the dark one side by side. For looking at a screen's parts before and after a change.
 */
export default function StatesPage() {
  const [router] = useState(emptyRouter);
  useLayoutEffect(showBothThemes, []);
  return (
    <RouterContextProvider router={router}>
      <main className="flex flex-col gap-10 p-4">
        <h1 className="text-2xl font-semibold">States</h1>
        {SECTIONS.map((section) => (
          <section key={section.title} aria-label={section.title}>
            <h2 className="pb-3 text-base font-semibold">{section.title}</h2>
            <div className="grid gap-4" style={SIDE_BY_SIDE}>
              <Theme name="light" section={section} />
              <Theme name="dark" section={section} />
            </div>
          </section>
        ))}
      </main>
    </RouterContextProvider>
  );
}

interface ThemeProps {
  readonly name: "light" | "dark";
  readonly section: Section;
}

function Theme({ name, section: { states, isWide = false } }: ThemeProps) {
  return (
    <div
      data-theme={name}
      className={clsx(
        name,
        "grid min-w-0 content-start gap-4 rounded-xl bg-canvas p-4 text-ink",
        !isWide && "sm:grid-cols-2",
      )}
    >
      {states.map(([title, state]) => (
        <figure key={title} className="flex min-w-0 flex-col gap-1.5">
          <figcaption className="text-xs text-ink-muted">{title}</figcaption>
          {/* Lists and floating buttons stay in their own box. */}
          <div className="relative min-w-0" style={{ transform: "translateZ(0)" }}>
            {state()}
          </div>
        </figure>
      ))}
    </div>
  );
}

/** The dark theme applies inside any `.dark` element, the light theme only where no ancestor has that class. */
function showBothThemes(): () => void {
  const { classList } = document.documentElement;
  const removed = ["dark", "light"].filter((name) => classList.contains(name));
  classList.remove(...removed);
  return () => classList.add(...removed);
}

/** The links of the shown parts have addresses and lead nowhere. */
function emptyRouter() {
  return createRouter({
    routeTree: createRootRoute(),
    history: createMemoryHistory({ initialEntries: ["/"] }),
  });
}
