import { useEffect } from "react";

/** Whether files are dragged, and not text or an element of the page. */
export function hasFiles(event: {
  readonly dataTransfer: Pick<DataTransfer, "types"> | null;
}): boolean {
  return event.dataTransfer?.types.includes("Files") ?? false;
}

/**
 * Prevents the browser from opening a file that is dropped beside its target: it would replace the page and lose
 * typed text.
 */
export function useFileDropGuard(): void {
  useEffect(() => {
    const refuse = (event: DragEvent) => {
      // The target has prevented the event, and takes the files.
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
