import type { ReactNode } from "react";

/** One kind of part, and how it is shown in each of its states. */
export interface Section {
  readonly title: string;
  /** Shows one state in a row instead of two. */
  readonly isWide?: boolean;
  readonly states: readonly (readonly [title: string, state: () => ReactNode])[];
}
