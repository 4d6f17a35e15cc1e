import { useState } from "react";
import { crewName, NO_CREW, NO_CREW_KEY, type Crew } from "@domain/job/crews";
import { crewKey } from "@domain/job/crewVisits";
import { counted } from "@domain/text/text";
import { Users, X } from "@/components/icons/icons";
import { lazyDialog } from "@/components/lazyPart";
import { Button } from "@/components/ui/Button";
import { Select } from "@/components/ui/Select";
import { useMediaQuery } from "@/lib/useMediaQuery";
import { usePaletteAction } from "@/lib/paletteActions";
import { useCrews } from "@/offline/useCrews";

const LazyCrewsDialog = lazyDialog(async () => (await import("./CrewsDialog")).CrewsDialog);

export interface CrewChoice {
  /** The key of the crew whose visits alone are shown; undefined for everyone's. */
  readonly crew: string | undefined;
  readonly onChange: (crew: string | undefined) => void;
}

export interface CrewFilterProps extends CrewChoice {
  /** The crew of each visit that is shown without a filter; undefined while they are loading. */
  readonly crews: readonly (string | undefined)[] | undefined;
}

/** Values of the select that cannot be a crew's key, because keys are in lower case. */
const EVERYONE = "Everyone";
const EDIT = "Edit";

/** Chooses the crew whose visits are shown. The chosen crew is a button that shows all crews again. */
export function CrewFilter({ crew, crews, onChange }: CrewFilterProps) {
  const known = useCrews(crews);
  /** True after a choice, which replaces the focused control by another one. */
  const [takesFocus, setTakesFocus] = useState(false);
  // A phone has no room for more words beside the heading's other buttons.
  const isPhone = useMediaQuery("(width < 40rem)");
  const change = (chosen: string | undefined) => {
    setTakesFocus(true);
    onChange(chosen);
  };
  if (crew !== undefined) {
    const own = crews?.filter((each) => crewKey(each) === crew).length;
    const name = crewName(crew, { crews: known });
    const all = crews?.length ?? 0;
    const count = own === undefined ? "" : `${own} of ${isPhone ? all : counted(all, "visit")}, `;
    return (
      <Button
        aria-label={`${count}${name}. Show the visits of all crews`}
        className="max-w-[calc(100vw-2rem)]"
        autoFocus={takesFocus}
        onClick={() => change(undefined)}
      >
        <span className="truncate">
          {count}
          {name}
        </span>
        <X aria-hidden="true" />
      </Button>
    );
  }
  if (known.length === 0) return null;
  return <CrewSelect known={known} crews={crews} takesFocus={takesFocus} onChange={change} />;
}

interface CrewSelectProps extends Omit<CrewFilterProps, "crew"> {
  readonly known: readonly Crew[];
  readonly takesFocus: boolean;
}

function CrewSelect({ known, crews, takesFocus, onChange }: CrewSelectProps) {
  const [isEditing, setIsEditing] = useState(false);
  const edit = () => setIsEditing(true);
  usePaletteAction({
    id: "crews",
    label: "Change crews",
    words: "teams rename who goes installers",
    run: edit,
  });
  return (
    <span className="relative block">
      {/* On a phone only the icon is shown, so that the heading stays on one line. */}
      <Users
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-1/2 z-10 size-4 -translate-1/2 sm:hidden"
      />
      <Select
        aria-label="Crew"
        autoFocus={takesFocus}
        className="w-32 max-sm:w-11 max-sm:[&>select]:px-0 max-sm:[&>select]:text-transparent max-sm:[&>svg]:hidden [&_option]:text-ink"
        value={EVERYONE}
        onChange={({ target }) => (target.value === EDIT ? edit() : onChange(target.value))}
      >
        <option value={EVERYONE}>All crews</option>
        {known.map(({ key, name }) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
        <option value={NO_CREW_KEY}>{NO_CREW}</option>
        <option value={EDIT}>Change crews ...</option>
      </Select>
      {isEditing && <LazyCrewsDialog shown={crews} onClose={() => setIsEditing(false)} />}
    </span>
  );
}
