import { useEffect } from "react";
import { importDroppedFiles } from "@/lib/openImport";

/** Opens the import dialog with a file that is dropped on the page. */
export function ImportDrop() {
  useEffect(importDroppedFiles, []);
  return null;
}
