import { lazyPart } from "@/components/lazyPart";
import type { AgainOfferProps, DueFieldProps } from "./DueField";

const MISSING = { Loading: () => null, Failed: () => null };

/** While its code is missing the job has the interval that it has. */
export const LazyDueField = lazyPart<DueFieldProps>(
  async () => (await import("./DueField")).DueField,
  MISSING,
);

/** While its code is missing the date is entered by hand. */
export const LazyAgainOffer = lazyPart<AgainOfferProps>(
  async () => (await import("./DueField")).AgainOffer,
  MISSING,
);
