export * from "./outboxItem";
export type { ChangeRules } from "./changeRules";
export { OutboxRules } from "./outboxRules";
export { TOO_OLD } from "./creations";
export { apply, complete, discard, retry, unanswered } from "./steps";
export { inOrder } from "./sendOrder";
export { isDiscardable, isFromBefore, sendAfterRestore } from "./restoredData";
export type {
  OtherTabs,
  Outcome,
  OutboxClock,
  OutboxLock,
  OutboxServer,
  OutboxStore,
  RowStore,
  Verdict,
} from "./outboxParts";
export { OutboxClient } from "./outboxClient";
export { createConvexServer, sendChange, type ConvexServer, type DataEpoch } from "./convexServer";
export { createIndexedDbStore } from "./indexedDbStore";
export { createMemoryStore } from "./memoryStore";
export { createOutboxLock } from "./outboxLock";
export { createOtherTabs } from "./outboxTabs";
export { browserClock } from "./browserClock";
export { SendLoop } from "./sendLoop";
