import { useEffect, useRef, useState } from "react";
import { notePrinted, usePrinting } from "./printing";

/** Photos that take longer to load are left out. */
const PICTURES_LIMIT_MS = 5000;

/** Opens the browser's print dialog for each request, once the pictures are there. */
export function usePrintOnce(areKnown: boolean) {
  const sheet = useRef<HTMLDivElement>(null);
  const printing = usePrinting();
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), PICTURES_LIMIT_MS);
    return () => clearTimeout(timer);
  }, []);
  const isDue = printing === "preparing" && (areKnown || isLate);
  useEffect(() => {
    if (!isDue) return;
    let isCurrent = true;
    const print = async () => {
      const images = [...(sheet.current?.querySelectorAll("img") ?? [])];
      // A picture that cannot be shown must not keep the sheet from the printer.
      if (!isLate) await Promise.allSettled(images.map((image) => image.decode()));
      if (!isCurrent) return;
      notePrinted();
      window.print();
    };
    void print();
    return () => {
      isCurrent = false;
    };
  }, [isDue, isLate]);
  return sheet;
}
