import type { OutboxClock } from "./outboxParts";

export const browserClock: OutboxClock = {
  now: () => Date.now(),
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};
