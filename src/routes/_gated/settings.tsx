import { createFileRoute } from "@tanstack/react-router";
import { ThemeChoice } from "@/components/ThemeChoice";
import { Card } from "@/components/ui/Card";

export const Route = createFileRoute("/_gated/settings")({
  component: () => (
    <div className="mx-auto flex max-w-3xl flex-col gap-4">
      <h1 className="text-2xl font-semibold tracking-tight">Settings</h1>
      <Card className="flex flex-col items-start gap-4 p-5">
        <div>
          <h2 className="font-semibold">Appearance</h2>
          <p className="text-sm text-ink-muted">
            Kept on this device only. System follows the device.
          </p>
        </div>
        <ThemeChoice />
      </Card>
      <Card className="p-5">
        <h2 className="font-semibold">Data</h2>
        <p className="text-sm text-ink-muted">
          Demo data and the tools that clean up or delete data are coming next.
        </p>
      </Card>
    </div>
  ),
});
