import { useState } from "react";
import type { ExportName } from "@domain/files/exports";
import { Download } from "../icons/icons";
import { lazyDialog } from "../lazyPart";
import { Button } from "../ui/Button";
import { usePaletteAction } from "@/lib/paletteActions";

const ExportDialog = lazyDialog(async () => (await import("./ExportDialog")).ExportDialog);

/** Opens the dialog that exports files; also an action of the command palette. */
export function ExportButton({ first }: { readonly first: ExportName }) {
  const [isOpen, setIsOpen] = useState(false);
  const open = () => setIsOpen(true);
  usePaletteAction({
    id: "export",
    label: "Export as CSV",
    words: "download spreadsheet excel file jobs customers inventory prices",
    run: open,
  });
  return (
    <>
      <Button aria-label="Export" onClick={open}>
        <Download aria-hidden="true" />
        {/* The smallest phones have room for the icon beside a heading and another button. */}
        <span className="max-[22.5rem]:hidden">Export</span>
      </Button>
      {isOpen && <ExportDialog first={first} onClose={() => setIsOpen(false)} />}
    </>
  );
}
