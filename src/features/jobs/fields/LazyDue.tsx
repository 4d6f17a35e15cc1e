import { lazyPart } from "@/components/lazyPart";
import type { AgainOfferProps, DueFieldProps } from "./DueField";

const MISSING = { Loading: () => null, Failed: () => null };

/** If its code cannot be loaded, the job keeps its interval. */
export const LazyDueField = lazyPart<DueFieldProps>(
  async () => (await import("./DueField")).DueField,
  MISSING,
);

/** If its code cannot be loaded, the person enters the date by hand. */
export const LazyAgainOffer = lazyPart<AgainOfferProps>(
  async () => (await import("./DueField")).AgainOffer,
  MISSING,
);
