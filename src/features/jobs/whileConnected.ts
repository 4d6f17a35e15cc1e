import { connectionState } from "@/lib/connection/connectionState";
import { withinLimit } from "@/offline/outbox/response";

/** Null if there is no response in time, and at once without a connection. */
export async function whileConnected<T>(
  response: Promise<T>,
): Promise<T | null> {
  return connectionState() === "offline" ? null : await withinLimit(response);
}
