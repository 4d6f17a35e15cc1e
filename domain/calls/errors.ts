/**
 * The failures that a user can see. They are sent as the data of a ConvexError;
 * screens decide by the code, never by the message.
 */
export const APP_ERROR_CODES = ["INVALID", "NOT_FOUND", "NOT_SIGNED_IN", "CONFLICT"] as const;

type AppErrorCode = (typeof APP_ERROR_CODES)[number];

export type AppErrorData = {
  readonly code: AppErrorCode;
  /** The name of the rejected argument. */
  readonly field?: string;
  /** A sentence to show to the user. */
  readonly message: string;
};

export function isAppErrorData(value: unknown): value is AppErrorData {
  if (typeof value !== "object" || value === null) return false;
  const { code, field, message } = value as Record<string, unknown>;
  return (
    APP_ERROR_CODES.some((known) => known === code) &&
    typeof message === "string" &&
    (field === undefined || typeof field === "string")
  );
}
