import { useState } from "react";
import { crewsOfChange, CREW_NAME_TAKEN, setCrew } from "@domain/changes/setCrew";
import { knownCrew, type Crew } from "@domain/job/crews";
import { crewKey } from "@domain/job/crewVisits";
import { oneLine } from "@domain/text/oneLine";
import { Trash2 } from "@/components/icons/icons";
import { Button } from "@/components/ui/Button";
import { Dialog } from "@/components/ui/Dialog";
import { Field } from "@/components/ui/Field";
import { IconButton } from "@/components/ui/IconButton";
import { Input } from "@/components/ui/Input";
import { LoadingData } from "@/components/ui/LoadingData";
import { refusalOf } from "@/lib/fieldError";
import { usePendingWork } from "@/lib/pendingWork";
import { newChange } from "@/offline/outbox/newChange";
import { useChange } from "@/offline/useChange";
import { useCrews } from "@/offline/useCrews";
import { useOfficeSettings } from "@/offline/useOfficeSettings";

interface CrewsDialogProps {
  /** The crews of the visits on the screen. */
  readonly shown?: readonly (string | undefined)[] | undefined;
  readonly onClose: () => void;
}

/** The crews of the office: a new name counts everywhere at once. */
export function CrewsDialog({ shown, onClose }: CrewsDialogProps) {
  const settings = useOfficeSettings();
  const crews = useCrews(shown);
  const listed = settings?.crews ?? [];
  return (
    <Dialog
      title="Crews"
      description="For everyone in your office. A new name counts for all jobs of the crew at once. Search for crew:2 to list the jobs of Crew 2."
      onClose={onClose}
      footer={
        <Button variant="primary" className="ml-auto" onClick={onClose}>
          Done
        </Button>
      }
    >
      {settings === undefined ? (
        <LoadingData what="The crews" className="mx-auto my-6" />
      ) : (
        <ul className="flex flex-col gap-3">
          {crews.map((crew) => (
            <li key={crew.key}>
              <CrewName
                crew={crew}
                crews={crews}
                isListed={listed.some(({ key }) => key === crew.key)}
              />
            </li>
          ))}
          <li>
            <CrewName key={crews.length} crew={null} crews={crews} isListed={false} />
          </li>
        </ul>
      )}
    </Dialog>
  );
}

interface CrewNameProps {
  /** Null for a new crew. */
  readonly crew: Crew | null;
  readonly crews: readonly Crew[];
  /** True if the office's settings list the crew; otherwise only its visits name it. */
  readonly isListed: boolean;
}

/** A crew's name, saved when the field loses the focus, as in a job. */
function CrewName({ crew, crews, isListed }: CrewNameProps) {
  const { make } = useChange();
  const [typed, setTyped] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const name = oneLine(typed ?? "");
  const isChanged = typed !== null && name !== (crew?.name ?? "");
  usePendingWork(isChanged ? "unsaved" : null);
  const save = () => {
    if (!isChanged) return setTyped(null);
    const key = crew?.key ?? crewKey(name);
    const refused = refusalOf(() => crewsOfChange(crews, { key, name }));
    // A crew may be found by the name that it had first.
    const isTaken = crew === null && knownCrew(name, { crews }) !== undefined;
    const sentence = isTaken ? CREW_NAME_TAKEN : (refused?.message ?? null);
    setError(sentence);
    if (sentence !== null) return;
    make(newChange(setCrew, key, name), { name });
    setTyped(null);
  };
  return (
    <Field label={crew ? `Name of ${crew.name}` : "New crew"} error={error}>
      <div className="flex items-center gap-1">
        <Input
          name={crew?.key ?? "new crew"}
          autoComplete="off"
          placeholder={crew ? undefined : "Crew 2, or a teammate’s name"}
          value={typed ?? crew?.name ?? ""}
          onChange={({ target }) => {
            setTyped(target.value);
            setError(null);
          }}
          onBlur={save}
          onKeyDown={({ key, currentTarget }) => {
            if (key === "Enter") currentTarget.blur();
          }}
        />
        {crew && isListed && (
          <IconButton
            label={`Remove ${crew.name}`}
            onClick={() =>
              make(newChange(setCrew, crew.key, null), {
                name: crew.name,
                now: { title: "Removed from the crews" },
              })
            }
          >
            <Trash2 aria-hidden="true" />
          </IconButton>
        )}
      </div>
    </Field>
  );
}
