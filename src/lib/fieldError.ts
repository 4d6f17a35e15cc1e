import { Refusal } from "@domain/calls/refusals";

export interface FieldError {
  readonly field: string | undefined;
  readonly message: string;
}

/** The refusal of the server's own rules; null if they accept it. */
export function refusalOf(check: () => void): FieldError | null {
  try {
    check();
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { field, message } = error.data;
    return { field, message };
  }
}
