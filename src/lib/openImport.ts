import { openPageDialog } from "./pageDialogs";
import { hasOpenDialog } from "./useCloseOnBack";

let requested: File | null = null;

/** Opens the import dialog over the current page. A given file is read at once. */
export function openImport(file: File | null = null): void {
  requested = file;
  openPageDialog("import");
}

/** The file with which the import was opened. */
export function requestedImport(): File | null {
  return requested;
}

const IMPORTED = /\.(?:csv|tsv|vcf)$/i;

/** Opens the import with a suitable file that is dropped anywhere on the page while no dialog is open. */
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
