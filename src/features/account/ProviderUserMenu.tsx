import { useState, type ComponentType } from "react";
import { OfficeName } from "@/session/OfficeName";
import { useSignIn, type ProviderMenuProps } from "@/session/session";
import { lazyDialog } from "@/components/lazyPart";
import { Button } from "@/components/ui/Button";

const HistoryDialog = lazyDialog(
  async () => (await import("@/features/history/HistoryDialog")).HistoryDialog,
);

/** The office's name and the auth provider's user menu, with Downspout's dialogs in it. Load it lazily. */
export function ProviderUserMenu({
  Menu,
}: {
  /** Null until the provider is loaded. */
  readonly Menu: ComponentType<ProviderMenuProps> | null;
}) {
  const { signOut } = useSignIn();
  const [isHistoryOpen, setIsHistoryOpen] = useState(false);
  return (
    <>
      <OfficeName className="max-w-48 shrink-999 text-right sm:mr-2 sm:text-sm" />
      {Menu === null ? (
        <Button onClick={() => void signOut()}>Sign out</Button>
      ) : (
        <Menu onHistory={() => setIsHistoryOpen(true)} />
      )}
      {isHistoryOpen && <HistoryDialog onClose={() => setIsHistoryOpen(false)} />}
    </>
  );
}
