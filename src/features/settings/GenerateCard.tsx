import { Button } from "@/components/ui/Button";
import { SettingsCard, SettingsRow } from "./SettingsCard";
import { FAKE_DATA, type SettingsAction } from "./useSettingsActions";

const GENERATORS = [
  {
    action: "generate",
    label: "Fake customers and jobs",
    description: `${FAKE_DATA.customers} customers with ${FAKE_DATA.jobsPerCustomer} jobs each, around today.`,
  },
  {
    action: "seed",
    label: "Fake inventory",
    description: "Items, prices and coil colors. Nothing is added twice.",
  },
] as const;

interface GenerateCardProps {
  readonly running: SettingsAction | null;
  readonly onRun: (action: SettingsAction) => void;
}

export function GenerateCard({ running, onRun }: GenerateCardProps) {
  return (
    <SettingsCard
      title="Generate"
      description="Fills your workspace with demo data to try things out."
    >
      <ul>
        {GENERATORS.map(({ action, label, description }) => (
          <SettingsRow key={action} description={description}>
            <Button
              busy={running === action}
              disabled={running !== null && running !== action}
              onClick={() => onRun(action)}
            >
              {label}
            </Button>
          </SettingsRow>
        ))}
      </ul>
    </SettingsCard>
  );
}
