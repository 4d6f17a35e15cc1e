/** Reports the current step of a long operation, with the number of entries done if it is known. */
export type OnProgress = (
  step: string,
  of?: { readonly done: number; readonly total: number },
) => void;
