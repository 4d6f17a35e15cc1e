import { lazy, Suspense, useState, type ComponentType } from "react";
import type { ProviderMenuProps } from "@/lib/session";

const HistoryDialog = lazy(() =>
  import("./history/HistoryDialog").then((module) => ({
    default: module.HistoryDialog,
  })),
);

/** The auth provider's user menu, and the dialogs of ours that it opens. */
export default function ProviderUserMenu({
  Menu,
}: {
  readonly Menu: ComponentType<ProviderMenuProps>;
}) {
  const [isHistoryOpen, setIsHistoryOpen] = useState(false);
  return (
    <>
      <Menu onHistory={() => setIsHistoryOpen(true)} />
      {isHistoryOpen && (
        <Suspense>
          <HistoryDialog onClose={() => setIsHistoryOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
