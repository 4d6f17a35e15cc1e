import { useIsOffline } from "@/lib/connection/connectionState";
import { thisDevice } from "@/lib/thisDevice";
import { Spinner } from "./Spinner";

interface LoadingDataProps {
  /** What is loading, as the subject of a sentence: "The inventory". */
  readonly what: string;
  readonly className?: string;
}

/** Shown in place of data of which this device has no copy. */
export function LoadingData({ what, className }: LoadingDataProps) {
  if (!useIsOffline()) return <Spinner {...(className && { className })} />;
  return (
    <p role="status" className="max-w-sm text-center text-ink-muted">
      Offline. {what} is not saved on {thisDevice()}. It opens when the signal is back.
    </p>
  );
}
