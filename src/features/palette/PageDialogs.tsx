import { useEffect } from "react";
import { lazyDialog } from "@/components/lazyPart";
import { openMessages, useMessageRequest } from "@/lib/openMessages";
import { openPageDialog, usePageDialog } from "@/lib/pageDialogs";
import { useSession } from "@/session/session";
import { useShortcuts } from "@/lib/useShortcuts";

const loadPalette = () => import("./CommandPalette");
const CommandPalette = lazyDialog(async () => (await loadPalette()).CommandPalette);
/** Opening the palette retries and reports a failure. */
export const preloadPalette = () => void loadPalette().catch(() => undefined);

const ShortcutsDialog = lazyDialog(async () => (await import("./ShortcutsDialog")).ShortcutsDialog);
const HistoryDialog = lazyDialog(
  async () => (await import("@/features/history/HistoryDialog")).HistoryDialog,
);
const OrderDialog = lazyDialog(
  async () => (await import("@/features/inventory/OrderDialog")).OrderDialog,
);
const OfficeHoursDialog = lazyDialog(
  async () => (await import("@/features/messages/OfficeHoursDialog")).OfficeHoursDialog,
);
const ImportDialog = lazyDialog(
  async () => (await import("@/features/imports/ImportDialog")).ImportDialog,
);

const MessagesDialog = lazyDialog(
  async () => (await import("@/features/messages/MessagesDialog")).MessagesDialog,
);

/** The keys that work on every page, and the dialogs that every page can open. */
export function PageDialogs() {
  const isSignedIn = useSession().status === "signedIn";
  const dialog = usePageDialog();
  const messages = useMessageRequest();
  useShortcuts({
    ...(isSignedIn && { palette: () => openPageDialog("palette") }),
    shortcuts: () => openPageDialog("shortcuts"),
    nextEntry: () => moveInList(1),
    previousEntry: () => moveInList(-1),
  });
  useEffect(preloadOnModifier, []);

  const close = () => openPageDialog(null);
  if (dialog === "shortcuts") return <ShortcutsDialog onClose={close} />;
  if (isSignedIn && messages)
    return <MessagesDialog request={messages} onClose={() => openMessages(null)} />;
  if (!isSignedIn || dialog === null) return null;
  if (dialog === "palette") return <CommandPalette onClose={close} />;
  if (dialog === "import") return <ImportDialog onClose={close} />;
  if (dialog === "hours" || dialog === "due")
    return <OfficeHoursDialog of={dialog} onClose={close} />;
  return dialog === "order" ? <OrderDialog onClose={close} /> : <HistoryDialog onClose={close} />;
}

/** Loads the palette when Ctrl or Cmd is pressed, since K may follow. */
function preloadOnModifier(): () => void {
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key !== "Control" && key !== "Meta") return;
    window.removeEventListener("keydown", onKeyDown);
    preloadPalette();
  };
  window.addEventListener("keydown", onKeyDown);
  return () => window.removeEventListener("keydown", onKeyDown);
}

/** The attribute of the elements through which the keys J and K move. */
const ENTRY = "[data-list-entry]";

/** Focuses the next or the previous entry of the list on the page; the first one, if none has the focus. */
function moveInList(step: 1 | -1): void {
  const entries = [...document.querySelectorAll<HTMLElement>(`main ${ENTRY}`)];
  const focused = document.activeElement?.closest(ENTRY);
  const at = entries.findIndex((entry) => entry === focused);
  entries[at < 0 ? 0 : at + step]?.focus();
}
