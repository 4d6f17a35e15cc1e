import { useState, type ComponentType } from "react";
import type { ProviderMenuProps } from "@/session/session";
import { lazyDialog } from "@/components/lazyPart";

const HistoryDialog = lazyDialog(
  async () => (await import("@/features/history/HistoryDialog")).HistoryDialog,
);

/** The auth provider's user menu, and the dialogs of ours that it opens. */
export function ProviderUserMenu({
  Menu,
}: {
  readonly Menu: ComponentType<ProviderMenuProps>;
}) {
  const [isHistoryOpen, setIsHistoryOpen] = useState(false);
  return (
    <>
      <Menu onHistory={() => setIsHistoryOpen(true)} />
      {isHistoryOpen && (
        <HistoryDialog onClose={() => setIsHistoryOpen(false)} />
      )}
    </>
  );
}
