import { useId, type ReactNode } from "react";
import { Card } from "@/components/ui/Card";

interface SettingsCardProps {
  readonly title: string;
  readonly description: string;
  readonly children: ReactNode;
}

export function SettingsCard({ title, description, children }: SettingsCardProps) {
  const id = useId();
  return (
    <Card
      role="region"
      aria-labelledby={id}
      className="grid grid-cols-1 gap-x-12 gap-y-4 p-5 lg:grid-cols-[20rem_minmax(0,1fr)]"
    >
      <div>
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        <p className="text-sm text-ink-muted">{description}</p>
      </div>
      <div>{children}</div>
    </Card>
  );
}

interface SettingsRowProps {
  readonly description: string;
  /** The action's button. */
  readonly children: ReactNode;
}

export function SettingsRow({ description, children }: SettingsRowProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line py-3 first:border-t-0 first:pt-0 last:pb-0">
      <p className="min-w-0 grow basis-64 text-sm text-ink-muted">{description}</p>
      <div className="*:w-full max-sm:w-full max-sm:*:px-2 sm:w-60 sm:touch:w-72">{children}</div>
    </li>
  );
}
