import { useState } from "react";
import { crewName, crewText, storedCrew } from "@domain/job/crews";
import { crewKey, type CrewField as CrewFieldName } from "@domain/job/crewVisits";
import { Combobox } from "@/components/ui/Combobox";
import { useCrews } from "@/offline/useCrews";
import { useJobForm } from "@/job/JobFormContext";
import { JobField } from "./FormFields";

interface CrewFieldProps {
  readonly name: CrewFieldName;
}

/** The crew of a visit: one of the office's crews, or a new one. */
export function CrewField({ name }: CrewFieldProps) {
  const { values, isLocked, focus, type, leave, choose } = useJobForm();
  const crews = useCrews();
  /** The text while it is being typed. The job stores the crew's first name, which may differ from its present name. */
  const [typed, setTyped] = useState<string | null>(null);
  const value = values[name];
  const shown = value === "" ? "" : crewName(value, { crews });
  const storedOf = (text: string) => storedCrew(text, { crews });
  return (
    <JobField name={name}>
      <div onFocus={() => focus(name)}>
        <Combobox
          name={name}
          text={typed ?? shown}
          options={crews
            .filter((crew) => crewKey(crew.name).includes(crewKey(typed ?? "")))
            .map((crew) => ({ value: crew.key, label: crew.name, crew }))}
          onTextChange={(text) => {
            setTyped(text);
            type(name, storedOf(text));
          }}
          onSelect={({ crew }) => {
            setTyped(null);
            choose(name, crewText(crew));
          }}
          onBlur={() => {
            setTyped(null);
            leave(name, typed === null ? value : storedOf(typed));
          }}
          selectsOnFocus
          disabled={isLocked}
        />
      </div>
    </JobField>
  );
}
