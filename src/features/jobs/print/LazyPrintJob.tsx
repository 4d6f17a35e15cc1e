import type { ComponentType } from "react";
import { lazyPart } from "@/components/lazyPart";
import type { PrintJobProps } from "./PrintJob";

/** Loaded after the dialog has opened, which keeps the room of its button. */
export const LazyPrintJob: ComponentType<PrintJobProps> = lazyPart(
  async () => (await import("./PrintJob")).PrintJob,
  { Loading: Room, Failed: Room },
);

function Room() {
  return <span className="w-20 max-sm:w-9" />;
}
