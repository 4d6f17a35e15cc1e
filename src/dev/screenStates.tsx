/** The states of empty, loading and failed lists, of dialogs and of toasts. */
import { useState, type ReactNode } from "react";
import { ErrorPanel } from "@/components/ErrorPanel";
import { Button } from "@/components/ui/Button";
import { Dialog } from "@/components/ui/Dialog";
import { DialogRequest } from "@/components/ui/DialogRequest";
import { EmptyState } from "@/components/ui/EmptyState";
import { Spinner } from "@/components/ui/Spinner";
import { showToast, type Toast } from "@/lib/toasts";
import { Row } from "./Row";
import type { Section } from "./section";

const nothing = () => undefined;

const DRAWINGS = ["calendar", "coil", "gutter", "receipt", "tag"] as const;

const SCREENS: Section = {
  title: "Loading, empty and failed",
  states: [
    ["loading", () => <Spinner />],
    [
      "failed",
      () => (
        <ErrorPanel
          error={new Error("The server could not be reached.")}
          onRetry={nothing}
          onReconnect={nothing}
        />
      ),
    ],
    ...DRAWINGS.map(
      (drawing) =>
        [
          `empty, ${drawing}`,
          () => (
            <EmptyState drawing={drawing} action={<Button variant="primary">Add</Button>}>
              No jobs yet. Use the Add button to add one.
            </EmptyState>
          ),
        ] as const,
    ),
  ],
};

const PARAGRAPHS = Array.from(
  { length: 12 },
  (_, index) => `Paragraph ${index + 1} of a dialog that scrolls.`,
);

const DIALOGS: readonly (readonly [string, "small" | "wide", ReactNode])[] = [
  ["short", "small", "Nothing is deleted before you confirm it."],
  ["long", "wide", PARAGRAPHS.map((text) => <p key={text}>{text}</p>)],
  ["loading", "small", <DialogRequest key="loading" hasFailed={false} onRetry={nothing} />],
  ["failed", "small", <DialogRequest key="failed" hasFailed onRetry={nothing} />],
];

const DIALOG_STATES: Section = {
  title: "Dialog, in the theme of the page",
  states: DIALOGS.map(([title, size, content]) => [
    title,
    () => (
      <Opened title={title} size={size}>
        {content}
      </Opened>
    ),
  ]),
};

interface OpenedProps {
  readonly title: string;
  readonly size: "small" | "wide";
  readonly children: ReactNode;
}

function Opened({ title, size, children }: OpenedProps) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Open the {title} dialog</Button>
      {isOpen && (
        <Dialog
          title={`A dialog, ${title}`}
          size={size}
          onClose={close}
          footer={
            <>
              <Button variant="ghost" onClick={close}>
                Discard
              </Button>
              <Button variant="primary" onClick={close}>
                Save Job
              </Button>
            </>
          }
        >
          {children}
        </Dialog>
      )}
    </>
  );
}

const TOASTS: readonly Toast[] = [
  {
    kind: "success",
    title: "Saved",
    options: { description: "Notes" },
  },
  {
    kind: "success",
    title: "Job created",
    options: { action: { label: "Open", onClick: nothing } },
  },
  {
    kind: "error",
    title: "Save failed",
    options: { description: "Address" },
  },
  {
    kind: "warning",
    title: "2 visits were moved by somebody else",
    options: {},
  },
  { kind: "message", title: "Ready without signal", options: {} },
];

const TOAST_STATES: Section = {
  title: "Toast, in the theme of the page",
  states: [
    [
      "each kind",
      () => (
        <Row>
          {TOASTS.map(({ kind, title, options }) => (
            <Button key={title} onClick={() => showToast(kind, title, { ...options })}>
              {title}
            </Button>
          ))}
        </Row>
      ),
    ],
  ],
};

export const SCREEN_STATES: readonly Section[] = [SCREENS, DIALOG_STATES, TOAST_STATES];
