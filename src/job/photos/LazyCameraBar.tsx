import { lazyPart, type FailedProps } from "@/components/lazyPart";
import { Button } from "@/components/ui/Button";
import type { CameraBarProps } from "./CameraBar";

export const LazyCameraBar = lazyPart<CameraBarProps>(
  async () => (await import("./CameraBar")).CameraBar,
  { Loading: () => null, Failed: CameraBarFailed },
);

function CameraBarFailed({ error, onRetry }: FailedProps<CameraBarProps>) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 rounded-xl border border-line px-3.5 py-2 text-sm">
      <p role="alert">{error.message}</p>
      <Button size="small" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
