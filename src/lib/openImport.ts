import { openPageDialog } from "./pageDialogs";
import { hasOpenDialog } from "./useCloseOnBack";

let requested: File | null = null;

/** Opens the import over the current page, with a file that is read at once if there is one. */
export function openImport(file: File | null = null): void {
  requested = file;
  openPageDialog("import");
}

/** The file with which the import was opened. */
export function requestedImport(): File | null {
  return requested;
}

const IMPORTED = /\.(?:csv|tsv|vcf)$/i;

/** A file for the import opens it when it is dropped anywhere on the page, while no dialog is open. */
export function importDroppedFiles(): () => void {
  const allow = (event: DragEvent) => {
    if (!event.dataTransfer?.types.includes("Files") || hasOpenDialog()) return;
    event.preventDefault();
  };
  const open = (event: DragEvent) => {
    const [file] = event.dataTransfer?.files ?? [];
    if (!file || !IMPORTED.test(file.name) || hasOpenDialog()) return;
    event.preventDefault();
    openImport(file);
  };
  document.addEventListener("dragover", allow);
  document.addEventListener("drop", open);
  return () => {
    document.removeEventListener("dragover", allow);
    document.removeEventListener("drop", open);
  };
}
