/** How far a long work has come: the step it is at, and of how many pieces of it are done where they can be counted. */
export type OnProgress = (
  step: string,
  of?: { readonly done: number; readonly total: number },
) => void;
