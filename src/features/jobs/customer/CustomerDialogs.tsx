import { useEffect, useEffectEvent, useRef, useState } from "react";
import { DialogAddressContext } from "@/lib/dialogAddress";
import {
  CUSTOMER_PARAMETER as PARAMETER,
  openCustomer,
  useRequestedCustomer,
} from "@/lib/openCustomer";
import { useDialogLink } from "@/lib/useDialogLink";
import { hasOpenDialog, isAddressedEntry } from "@/lib/useCloseOnBack";
import { CustomerDialog } from "./CustomerDialog";

interface CustomerDialogsProps {
  /** The customer in the URL, as the router has it. */
  readonly linked: string | undefined;
  /** Removes the customer from the URL, replacing the history entry. */
  readonly onLinkTaken: () => void;
  readonly onClose: () => void;
}

interface Opened {
  readonly customerId: string;
  readonly address: string;
}

/** The customer's dialog, over any screen and over the dialog from which it was opened. */
export function CustomerDialogs(props: CustomerDialogsProps) {
  const { linked, onLinkTaken, onClose } = props;
  const requested = useRequestedCustomer();
  const [opened, setOpened] = useState<Opened | null>(() =>
    linked !== undefined && isAddressedEntry() ? openedFor(linked) : null,
  );
  const close = () => {
    setOpened(null);
    onClose();
  };
  const open = (customerId: string) => setOpened(openedFor(customerId));
  useCloseOnLeave(linked, () => opened !== null && close());
  useDialogLink({ parameter: PARAMETER, linked, onLinkTaken, onOpen: open });

  const [seen, setSeen] = useState<string | null>(null);
  if (requested !== seen) {
    setSeen(requested);
    if (requested !== null) open(requested);
  }
  useEffect(() => {
    if (requested !== null) openCustomer(null);
  }, [requested]);

  return (
    opened && (
      <DialogAddressContext value={opened.address}>
        <CustomerDialog key={opened.customerId} customerId={opened.customerId} onClose={close} />
        <AddressOfDialogBelow />
      </DialogAddressContext>
    )
  );
}

/** Closes the dialog when the person goes to a page, or to a job, without the customer in its URL. */
function useCloseOnLeave(linked: string | undefined, onLeave: () => void): void {
  const before = useRef(linked);
  const follow = useEffectEvent(() => {
    if (before.current !== undefined && linked === undefined) onLeave();
    before.current = linked;
  });
  useEffect(() => follow(), [linked]);
}

/**
 * On closing, removes the customer from the URL of the dialog below: both dialogs share one history entry. Rendered
 * after the customer's dialog, whose effects are then cleaned up first.
 */
function AddressOfDialogBelow() {
  useEffect(
    () => () => {
      if (!hasOpenDialog()) return;
      const url = new URL(window.location.href);
      url.searchParams.delete(PARAMETER);
      window.history.replaceState(window.history.state, "", url.href);
    },
    [],
  );
  return null;
}

function openedFor(customerId: string): Opened {
  const url = new URL(window.location.href);
  url.searchParams.set(PARAMETER, customerId);
  return { customerId, address: url.href };
}
