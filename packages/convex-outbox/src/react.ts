import { useSyncExternalStore } from "react";
import type { OutboxClient } from "./outboxClient";
import type { OutboxItem } from "./outboxItem";

const NO_ITEMS: readonly OutboxItem[] = [];
const noSubscription = () => () => {};

export interface OutboxState {
  /** The changes that the server has not answered, in the order of sending. */
  readonly items: readonly OutboxItem[];
  /** The changes from before a restored backup, about which the person must decide. */
  readonly questions: readonly OutboxItem[];
  /** Whether the changes wait because the person has to sign in again. */
  readonly isSignedOut: boolean;
}

/** What waits in an outbox; nothing while the client is null, because the outbox is not open yet. */
export function useOutboxState(client: OutboxClient | null): OutboxState {
  const subscribe = client?.subscribe ?? noSubscription;
  return {
    items: useSyncExternalStore(subscribe, client?.items ?? (() => NO_ITEMS)),
    questions: useSyncExternalStore(subscribe, client?.questions ?? (() => NO_ITEMS)),
    isSignedOut: useSyncExternalStore(subscribe, client?.isSignedOut ?? (() => false)),
  };
}
