import { Spinner } from "./ui/Spinner";

export function LoadingPage() {
  return (
    <div className="flex min-h-[60vh] items-center justify-center text-ink-muted">
      <Spinner />
    </div>
  );
}
