/**
 * The failures a user can meet. They travel as the data of a ConvexError, and
 * screens read the code, never the text.
 */
export const APP_ERROR_CODES = [
  "INVALID",
  "NOT_FOUND",
  "NOT_SIGNED_IN",
  "CONFLICT",
] as const;

export type AppErrorCode = (typeof APP_ERROR_CODES)[number];

export type AppErrorData = {
  readonly code: AppErrorCode;
  /** The input that was refused, by its name in the call. */
  readonly field?: string;
  /** A sentence for the person. */
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
