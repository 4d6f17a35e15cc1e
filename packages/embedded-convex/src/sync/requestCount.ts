/** How many requests a message counts for in the rate of clients that are not signed in. */
import type { ClientMessage } from "../protocol/messages";

/** Connect and Authenticate are free: everyone behind one address must be able to sign in at once. */
export function requestsIn(message: ClientMessage): number {
  switch (message.type) {
    case "ModifyQuerySet":
      return message.modifications.length;
    case "Mutation":
    case "Action":
    case "Event":
      return 1;
    default:
      return 0;
  }
}

export async function sleep(ms: number): Promise<void> {
  if (ms === 0) return;
  await new Promise((resolve) => setTimeout(resolve, ms).unref());
}
