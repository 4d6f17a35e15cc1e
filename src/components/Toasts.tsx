import { useEffect, useState, type ComponentType } from "react";
import { runWhenIdle } from "@/lib/pageStart";
import { useWaitingToasts } from "@/lib/toasts";

const loadContainer = async () =>
  (await import("./ToastContainer")).ToastContainer;

/** The toasts. Sonner is loaded when the page is idle, or for the first toast. */
export function Toasts() {
  const waiting = useWaitingToasts();
  const [Container, setContainer] = useState<ComponentType | null>(null);
  const [isDue, setIsDue] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const isNeeded = isDue || waiting.length > 0;

  useEffect(() => runWhenIdle(() => setIsDue(true)), []);
  useEffect(() => {
    if (!isNeeded) return;
    loadContainer().then(
      (loaded) => setContainer(() => loaded),
      () => setHasFailed(true),
    );
  }, [isNeeded]);

  if (Container) return <Container />;
  // Without Sonner, as when the line died before it was loaded, its messages are still read.
  return hasFailed && waiting.length > 0 ? (
    <div
      role="alert"
      className="fixed right-4 bottom-4 left-4 z-50 flex flex-col gap-2 rounded-xl border border-line bg-raised p-4 text-sm shadow-float sm:left-auto sm:max-w-sm"
    >
      {waiting.map(({ title, options }, index) => (
        <p key={index}>
          {title}
          {typeof options.description === "string" &&
            `. ${options.description}`}
        </p>
      ))}
    </div>
  ) : null;
}
