import { useEffect, useState } from "react";
import { dropExpiredCopies } from "@/offline/days/copyTables";
import { DeviceStoreError, tryStore } from "@/offline/device/deviceStoreErrors";
import { counted } from "@domain/text/text";
import {
  countUnsent,
  listStores,
  removeAllStores,
  type StoreEntry,
} from "@/offline/device/devices";
import { thisDevice } from "@/lib/thisDevice";
import { ConfirmButton } from "@/components/ui/ConfirmButton";

interface Kept extends StoreEntry {
  /** The number of changes, photos and drafts that the server does not have. */
  readonly unsent: number;
}

/** Offers to remove the stores on this device of people who are not signed in. Load it lazily. */
export function RemoveFromPhone() {
  const [stores, setStores] = useState<readonly Kept[]>([]);
  const [outcome, setOutcome] = useState<string | null>(null);
  const [isRemoving, setIsRemoving] = useState(false);

  useEffect(() => {
    const read = async () => {
      await dropExpiredCopies(Date.now());
      const entries = await listStores();
      const counted = entries.map(async (entry) => ({
        ...entry,
        unsent: (await tryStore(countUnsent(entry.name))) ?? 0,
      }));
      setStores(await Promise.all(counted));
    };
    read().catch((error: unknown) => {
      // A browser that keeps nothing has nothing to remove.
      if (!(error instanceof DeviceStoreError)) reportError(error);
    });
  }, []);

  const remove = async () => {
    setIsRemoving(true);
    try {
      await removeAllStores();
      setStores([]);
      setOutcome(`Removed from ${thisDevice()}.`);
    } catch (error) {
      if (!(error instanceof DeviceStoreError)) throw error;
      setOutcome(`Not removed. ${error.message}`);
    } finally {
      setIsRemoving(false);
    }
  };

  return (
    <div className="flex flex-col items-center gap-1 text-sm text-ink-muted not-has-[p:empty:only-child]:mt-5">
      {stores.length > 0 && (
        <>
          {stores
            .filter(({ unsent }) => unsent > 0)
            .map(({ name, userName, unsent }) => (
              <p key={name} className="font-medium text-ink">
                {userName || "A person"}: sign in again to send {counted(unsent, "change")}.
              </p>
            ))}
          <p>
            {thisDevice("This")} keeps work of {namesOf(stores)}.
          </p>
          <ConfirmButton
            confirmLabel={confirmLabel(stores)}
            busy={isRemoving}
            onConfirm={() => void remove()}
          >
            Remove everything from {thisDevice()}
          </ConfirmButton>
        </>
      )}
      <p role="status">{outcome}</p>
    </div>
  );
}

function confirmLabel(stores: readonly Kept[]): string {
  const unsent = stores.reduce((sum, store) => sum + store.unsent, 0);
  return unsent === 0 ? "Confirm: remove everything" : `Confirm: lose ${counted(unsent, "change")}`;
}

/** For example "Ana Silva and Bo Diaz". */
function namesOf(stores: readonly StoreEntry[]): string {
  const names = new Set(stores.map(({ userName }) => userName || "a person"));
  return new Intl.ListFormat("en-US").format(names);
}
