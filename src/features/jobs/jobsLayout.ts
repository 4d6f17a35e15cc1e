import { useState } from "react";
import { readLocal, writeLocal } from "@/lib/safeStorage";
import { useMediaQuery } from "@/lib/useMediaQuery";

const KEY = "downspout.jobsLayout";

export type JobsLayout = "grid" | "table";

/** A desk has the width for a table. Paper has it too: the browser lays out a page of that width before it prints. */
const WIDE = "(min-width: 1024px), print";

/** How the jobs are laid out. This device remembers the choice; narrow screens always have the grid. */
export function useJobsLayout() {
  const [chosen, setChosen] = useState<JobsLayout>(() =>
    readLocal(KEY) === "table" ? "table" : "grid",
  );
  const isWide = useMediaQuery(WIDE);
  return {
    layout: isWide ? chosen : "grid",
    choose: (layout: JobsLayout) => {
      writeLocal(KEY, layout === "grid" ? null : layout);
      setChosen(layout);
    },
  } as const;
}
