import { thisDevice } from "@/lib/thisDevice";

/** Reasons why the device could not keep or read something, with the sentence that the person sees. */
const SENTENCES = {
  full: () => `${thisDevice("This")} is full. Free some space, then save again.`,
  blocked: () => "Another tab of this page is in the way. Close the other tabs, then save again.",
  unavailable: () =>
    `This browser keeps nothing on ${thisDevice()}. What you enter is sent, but is lost if the page closes before that.`,
  newer: () => `This page is older than what it kept on ${thisDevice()}. Reload the page to go on.`,
  removed: () =>
    `What was kept on ${thisDevice()} was removed in another tab. Reload the page to go on.`,
} as const;

export type DeviceStoreReason = keyof typeof SENTENCES;

export class DeviceStoreError extends Error {
  override readonly name = "DeviceStoreError";
  readonly reason: DeviceStoreReason;

  constructor(reason: DeviceStoreReason, cause?: unknown) {
    super(SENTENCES[reason](), { cause });
    this.reason = reason;
  }
}

/**
 * Whether the browser has closed the database under the page, as WebKit does in the background. Opening the database
 * again helps; using the same handle does not.
 */
export function isDeadHandle(error: unknown): boolean {
  return isNamed(error, "InvalidStateError", "UnknownError", "AbortError");
}

/**
 * Whether the error only reports that the transaction has ended, as every open and every later request of an aborted
 * transaction does, whatever the cause.
 */
export function isAfterEnd(error: unknown): boolean {
  return isNamed(error, "AbortError", "TransactionInactiveError", "InvalidStateError");
}

/** Whether a page of a later release has upgraded the database. */
export function isVersionTooLow(error: unknown): boolean {
  return isNamed(error, "VersionError");
}

/** Maps an error of the browser's storage to a DeviceStoreError. Any other error is a bug and is returned unchanged. */
export function deviceStoreError(error: unknown): unknown {
  if (error instanceof DeviceStoreError) return error;
  if (isNamed(error, "QuotaExceededError")) return new DeviceStoreError("full", error);
  // Without indexedDB, Firefox throws a plain TypeError or ReferenceError.
  const isMissing = typeof indexedDB === "undefined" || indexedDB === null;
  return isMissing || isStorageFailure(error) ? new DeviceStoreError("unavailable", error) : error;
}

function isStorageFailure(error: unknown): boolean {
  return (
    isDeadHandle(error) ||
    isNamed(
      error,
      "SecurityError",
      "NotAllowedError",
      "OperationError",
      "TimeoutError",
      "NotReadableError",
    )
  );
}

function isNamed(error: unknown, ...names: string[]): boolean {
  if (typeof error !== "object" || error === null) return false;
  const { name } = error as { readonly name?: unknown };
  return typeof name === "string" && names.includes(name);
}

/** Resolves to undefined if the store fails: the caller tries again, or continues without the value. */
export async function tryStore<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof DeviceStoreError) return undefined;
    throw error;
  }
}
