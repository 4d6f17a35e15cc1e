import { lazyPart } from "@/components/lazyPart";
import type { BeforeVisitsProps } from "./BeforeVisits";

interface WithoutIt {
  readonly props: BeforeVisitsProps;
}

/** Without its code the day shows the visits that begin on it, of everyone or of the crew in the address. */
const Without = ({ props }: WithoutIt) => props.children;

export const LazyBeforeVisits = lazyPart<BeforeVisitsProps>(
  async () => {
    // The day's own visits go first.
    await new Promise((resolve) => setTimeout(resolve));
    return (await import("./BeforeVisits")).BeforeVisits;
  },
  { Loading: Without, Failed: Without },
);
