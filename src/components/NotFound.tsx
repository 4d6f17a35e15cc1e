import { Link } from "@tanstack/react-router";
import { buttonClass } from "./ui/buttonClass";

export function NotFound() {
  return (
    <div className="flex min-h-[60vh] flex-col items-center justify-center gap-3 px-4 text-center">
      <h1 className="text-2xl leading-8 font-semibold tracking-tight">Not Found</h1>
      <p className="text-ink-muted">There is no page at this address.</p>
      <Link to="/" className={buttonClass("secondary")}>
        Choose a section
      </Link>
    </div>
  );
}
