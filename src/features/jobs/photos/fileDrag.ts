import { useEffect } from "react";

/** Whether files are dragged, and not text or an element of the page. */
export function hasFiles(event: {
  readonly dataTransfer: Pick<DataTransfer, "types"> | null;
}): boolean {
  return event.dataTransfer?.types.includes("Files") ?? false;
}

/** A file that is dropped beside its target would replace the page, and what was typed in it would be lost. */
export function useFileDropGuard(): void {
  useEffect(() => {
    const refuse = (event: DragEvent) => {
      // The target has prevented it, and takes the files.
      if (event.defaultPrevented || !hasFiles(event)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = "none";
    };
    window.addEventListener("dragover", refuse);
    window.addEventListener("drop", refuse);
    return () => {
      window.removeEventListener("dragover", refuse);
      window.removeEventListener("drop", refuse);
    };
  }, []);
}
