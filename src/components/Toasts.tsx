import { useEffect, useState, type ComponentType } from "react";
import { createPortal } from "react-dom";
import { runWhenIdle } from "@/lib/pageStart";
import { useWaitingToasts, type Toast } from "@/lib/toasts";

const loadContainer = async () => (await import("./ToastContainer")).ToastContainer;

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
  // If Sonner could not be loaded, as without a connection, the messages are shown as plain text.
  const isLost = hasFailed && waiting.length > 0;
  // A live region must exist before its first message. It has the name and the place of Sonner's (ToastContainer.tsx).
  return createPortal(
    <section aria-label="Notifications alt+T" aria-live="polite">
      {isLost && <LostToasts waiting={waiting} />}
    </section>,
    document.body,
  );
}

function LostToasts({ waiting }: { readonly waiting: readonly Toast[] }) {
  return (
    <div
      role="alert"
      className="fixed right-(--frame-edge) bottom-(--toast-bottom) left-(--frame-edge) z-50 flex flex-col gap-2 rounded-xl border border-line bg-raised p-4 text-sm shadow-float sm:left-auto sm:max-w-sm"
    >
      {waiting.map(({ title, options }, index) => (
        <p key={index}>
          {title}
          {typeof options.description === "string" && `. ${options.description}`}
        </p>
      ))}
    </div>
  );
}
