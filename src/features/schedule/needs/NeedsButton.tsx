import { useState } from "react";
import type { TimeRange } from "@domain/dates/days";
import { lazyDialog } from "@/components/lazyPart";
import { Button } from "@/components/ui/Button";
import { usePaletteAction } from "@/lib/paletteActions";
import type { NeedsDialogProps } from "./NeedsDialog";

const LazyNeedsDialog = lazyDialog<NeedsDialogProps>(
  async () => (await import("./NeedsDialog")).NeedsDialog,
);

interface NeedsButtonProps {
  readonly range: TimeRange;
  readonly days: string;
}

/** Opens the list of materials that the installs of the days need. */
export function NeedsButton(props: NeedsButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const open = () => setIsOpen(true);
  usePaletteAction({
    id: "materialsNeeded",
    label: "Materials needed",
    words: "stock coil order",
    run: open,
  });
  return (
    <>
      <Button variant="ghost" aria-haspopup="dialog" onClick={open}>
        Materials needed
      </Button>
      {isOpen && <LazyNeedsDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  );
}
