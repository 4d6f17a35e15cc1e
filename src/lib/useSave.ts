import { useCallback, useState } from "react";
import { toast } from "sonner";
import { toAppError, type AppError } from "./appErrors";

export type SaveOutcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: AppError };

interface SaveOptions<T> {
  /** What is saved, as the screen labels it, such as "Price". */
  readonly name: string;
  /** Title of the toast; `null` if the screen itself shows the success. */
  readonly saved?: string | null | ((value: T) => string);
  readonly failed?: string;
  /** Whether the screen shows this error itself, for example at the field. */
  readonly shows?: (error: AppError) => boolean;
}

/** Runs a mutation or action and shows the result in one toast. */
export function useSave() {
  const [pending, setPending] = useState(0);

  const save = useCallback(
    async <T>(
      change: () => Promise<T>,
      { name, saved = "Saved", failed = "Save failed", shows }: SaveOptions<T>,
    ): Promise<SaveOutcome<T>> => {
      setPending((count) => count + 1);
      try {
        const value = await change();
        if (saved !== null) {
          const title = typeof saved === "function" ? saved(value) : saved;
          toast.success(title, { description: name });
        }
        return { ok: true, value };
      } catch (thrown) {
        const error = toAppError(thrown);
        if (error.code === "UNEXPECTED") reportError(thrown);
        if (!shows?.(error)) {
          toast.error(failed, { description: `${name}: ${error.message}` });
        }
        return { ok: false, error };
      } finally {
        setPending((count) => count - 1);
      }
    },
    [],
  );

  return { save, isSaving: pending > 0 };
}
