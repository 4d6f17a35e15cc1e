import { CatchBoundary } from "@tanstack/react-router";
import { useEffect, useRef, useState, type ComponentType, type ReactNode } from "react";
import { toAppError } from "@/lib/appErrors";
import { useOnReconnect } from "@/lib/connection/useOnReconnect";
import { isChunkLoadError, reloadIfOnline } from "@/lib/chunkLoadError";
import { isTextKept } from "@/lib/pendingWork";
import { NEW_VERSION, useExplanation, useReload } from "./ChunkLoadErrorPanel";
import { Button } from "./ui/Button";
import { DialogLoading } from "./ui/DialogLoading";

type Load<Props> = () => Promise<ComponentType<Props>>;

interface Views<Props> {
  /** Shown while the part is loaded; gets the properties of the part. */
  readonly Loading: ComponentType<{ readonly props: Props }>;
  readonly Failed: ComponentType<FailedProps<Props>>;
}

export interface FailedProps<Props> {
  readonly error: Error;
  readonly onRetry: () => void;
  /** The properties of the part that could not be loaded. */
  readonly props: Props;
}

/**
 * A part of a screen whose code is loaded when it is first shown. If that fails, the part says so in its own place.
 * `React.lazy` would hand the error to the router, which replaces the whole screen, and never retries.
 */
export function lazyPart<Props extends object>(
  load: Load<Props>,
  { Loading, Failed }: Views<Props>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;

  return function LazyPart(props: Props) {
    const [Part, setPart] = useState(() => loaded);
    const [failure, setFailure] = useState<unknown>(null);

    const show = (component: ComponentType<Props>) => {
      loaded = component;
      setPart(() => component);
    };
    useEffect(() => {
      if (loaded) show(loaded);
      else load().then(show, setFailure);
    }, []);

    const retry = () => {
      setFailure(null);
      load().then(show, async (again: unknown) => {
        // Chromium remembers a failed import until the page is reloaded.
        const mayReload = isChunkLoadError(again) && isTextKept();
        if (!mayReload || !(await reloadIfOnline())) setFailure(again);
      });
    };

    // Browsers other than Chromium load the part now. In Chromium `Failed` gets a new error, and explains it again.
    useOnReconnect(() => {
      if (failure !== null) load().then(show, setFailure);
    });

    if (Part) return <Part {...props} />;
    if (failure === null) return <Loading props={props} />;
    if (!isChunkLoadError(failure)) throw failure;
    return <Failed error={failure} props={props} onRetry={retry} />;
  };
}

interface DialogProps {
  readonly onClose: () => void;
}

export function lazyDialog<Props extends DialogProps>(load: Load<Props>): ComponentType<Props> {
  const Part = lazyPart(load, { Loading: DialogLoading, Failed: DialogFailed });
  return (props) => (
    <DialogBoundary onClose={props.onClose}>
      <Part {...props} />
    </DialogBoundary>
  );
}

interface DialogBoundaryProps extends DialogProps {
  readonly children: ReactNode;
}

const nothing = () => null;

/** Keeps the page under a dialog that throws, as for a query that fails. An ended session replaces the page too. */
export function DialogBoundary({ onClose, children }: DialogBoundaryProps) {
  const [failure, setFailure] = useState<unknown>(null);
  if (failure !== null && toAppError(failure).code === "NOT_SIGNED_IN") throw failure;
  return failure === null ? (
    <CatchBoundary getResetKey={nothing} errorComponent={nothing} onCatch={setFailure}>
      {children}
    </CatchBoundary>
  ) : (
    <DialogFailed error={failure} props={{ onClose }} onRetry={() => setFailure(null)} />
  );
}

/** The browser's own dialog, because ours is itself loaded on demand. */
function DialogFailed({
  error,
  onRetry,
  props,
}: Omit<FailedProps<DialogProps>, "error"> & { readonly error: unknown }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { text, isNewVersion } = useExplanation(error);
  const { hint, reload } = useReload(text);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      aria-label="Not loaded"
      onClose={props.onClose}
      className="m-auto w-[calc(100%-2rem)] max-w-md rounded-2xl border border-line bg-raised p-5 text-ink shadow-float backdrop:bg-shade"
    >
      <p role="alert">{isNewVersion ? `${NEW_VERSION}. ${hint}` : hint}</p>
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        <Button variant="ghost" onClick={props.onClose}>
          Close
        </Button>
        <Button variant="primary" onClick={isNewVersion ? reload : onRetry}>
          {isNewVersion ? "Reload" : "Try again"}
        </Button>
      </div>
    </dialog>
  );
}
