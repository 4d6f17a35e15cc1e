import { connectionState } from "@/lib/connection/connectionState";
import { withinLimit } from "@/offline/outbox/response";

/** Resolves to null if no response arrives in time, or at once without a connection. */
export async function whileConnected<T>(response: Promise<T>): Promise<T | null> {
  return connectionState() === "offline" ? null : await withinLimit(response);
}
