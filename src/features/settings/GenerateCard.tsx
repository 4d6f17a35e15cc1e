import { useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "@convex/_generated/api";
import { Button } from "@/components/ui/Button";
import { ConfirmButton } from "@/components/ui/ConfirmButton";
import { SettingsCard, SettingsRow } from "./SettingsCard";
import { FAKE_DATA, type SettingsAction } from "./useSettingsActions";

interface GenerateCardProps {
  readonly running: SettingsAction | null;
  readonly onRun: (action: SettingsAction) => void;
}

export function GenerateCard({ running, onRun }: GenerateCardProps) {
  const demoData = useQuery(api.seed.demoData);
  const stateOf = (action: SettingsAction) => ({
    busy: running === action,
    disabled: running !== null && running !== action,
  });
  return (
    <SettingsCard
      title="Generate"
      description="Fills your workspace with demo data to try things out."
    >
      <ul>
        <SettingsRow
          description={`${FAKE_DATA.customers} customers with ${FAKE_DATA.jobsPerCustomer} jobs each, around today, marked "Demo".`}
        >
          {demoData?.hasRealCustomers ? (
            <ConfirmButton
              {...stateOf("generate")}
              variant="secondary"
              confirmLabel="Add beside real ones?"
              onConfirm={() => onRun("generate")}
            >
              Fake customers and jobs
            </ConfirmButton>
          ) : (
            <Button {...stateOf("generate")} onClick={() => onRun("generate")}>
              Fake customers and jobs
            </Button>
          )}
        </SettingsRow>
        <SettingsRow description="Items, prices and coil colors. Nothing is added twice.">
          <Button {...stateOf("seed")} onClick={() => onRun("seed")}>
            Fake inventory
          </Button>
        </SettingsRow>
        {demoData?.hasDemoData && (
          <SettingsRow description={removalDescription(demoData)}>
            <ConfirmButton
              {...stateOf("removeDemoData")}
              className="border border-line"
              confirmLabel="Confirm Remove"
              onConfirm={() => onRun("removeDemoData")}
            >
              Remove demo data
            </ConfirmButton>
          </SettingsRow>
        )}
      </ul>
    </SettingsCard>
  );
}

function removalDescription({
  changed,
  hasMoreChanged,
}: FunctionReturnType<typeof api.seed.demoData>): string {
  const removed =
    'Exactly what is marked "Demo". What earlier versions generated has no mark and stays.';
  return changed.length === 0
    ? removed
    : `${removed} Edited since, and removed too: ${changed.join("; ")}${hasMoreChanged ? "; and more" : ""}.`;
}
