import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { buttonClass } from "./ui/buttonClass";
import { Card } from "./ui/Card";

interface ComingSoonProps {
  readonly icon: ReactNode;
  readonly title: string;
  /** One sentence about the planned feature. */
  readonly children: ReactNode;
}

export function ComingSoon({ icon, title, children }: ComingSoonProps) {
  return (
    <Card className="mx-auto mt-6 flex max-w-xl flex-col items-center gap-2 px-6 py-12 text-center">
      <span className="mb-2 flex size-12 items-center justify-center rounded-full bg-hover text-ink-muted [&_svg]:size-6">
        {icon}
      </span>
      <h1 className="text-lg font-semibold">{title}</h1>
      <p className="max-w-md text-ink-muted">{children}</p>
      <Link to="/" className={`${buttonClass("secondary")} mt-3`}>
        Choose another section
      </Link>
    </Card>
  );
}
