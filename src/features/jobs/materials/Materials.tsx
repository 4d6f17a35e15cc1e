import { memo, useRef, useState } from "react";
import { colorOfLines, linesOfColor } from "@domain/materials/choices";
import { LoadingData } from "@/components/ui/LoadingData";
import { formatDateTime } from "@/lib/formatDateTime";
import { useCatalogue } from "@/offline/useCatalogue";
import { useJobLines } from "@/offline/useJobLines";
import type { EditSession } from "../form/EditSession";
import { LINE_FIELD } from "../form/editView";
import type { Job } from "@/job/jobForm";
import { JobStock } from "@/job/JobStock";
import { AddLine } from "./AddLine";
import { ColorField } from "./ColorField";
import { LineItem } from "./LineItem";
import { LinesSum } from "./LinesSum";
import { useLineChanges } from "./useLineChanges";

export interface MaterialsProps {
  readonly job: Job;
  /** The session that keeps the text of a line until it is added. */
  readonly session: EditSession;
  readonly isLocked: boolean;
}

interface OpenedLine {
  readonly clientKey: string;
  readonly isNew: boolean;
}

/**
 * The installed materials with their prices: rows that are added by typing words, each saved by itself. Memoized:
 * renders when the rows have changed, not with each letter in the form.
 */
export const Materials = memo(function Materials({ job, session, isLocked }: MaterialsProps) {
  const catalogue = useCatalogue();
  const known = useJobLines(job);
  const changes = useLineChanges(job);
  const [opened, setOpened] = useState<OpenedLine | null>(null);
  const section = useRef<HTMLDivElement>(null);
  if (known === undefined) return <LoadingData what="The list of materials" />;
  const { lines } = known;
  const color = catalogue && !isLocked ? colorOfLines(lines) : undefined;
  const focus = (selector: string): boolean => {
    const field = section.current?.querySelector<HTMLElement>(selector);
    field?.focus();
    return field !== null && field !== undefined;
  };
  /** Opens or closes a row. A row stays open while one of its fields is invalid. */
  const open = (next: OpenedLine | null): boolean => {
    if (isLocked || focus("li input:invalid")) return false;
    setOpened(next);
    return true;
  };
  const goOn = () => open(null) && focus(`[name="${LINE_FIELD}"]`);
  return (
    <div ref={section} data-lines className="flex flex-col gap-3">
      {catalogue && !isLocked && lines.some(({ unit }) => unit) && (
        <ColorField
          label="Color of the rows"
          {...{ changes, color, colors: catalogue.colors }}
          lines={linesOfColor(lines)}
        />
      )}
      {lines.length > 0 && (
        <ul aria-label="Materials" className="-mx-2 flex flex-col">
          {lines.map((line) => (
            <LineItem
              key={line.clientKey}
              {...{ line, catalogue, changes, color }}
              isOpen={!isLocked && opened?.clientKey === line.clientKey}
              isNew={opened?.isNew === true}
              onToggle={() =>
                open(
                  opened?.clientKey === line.clientKey
                    ? null
                    : { clientKey: line.clientKey, isNew: false },
                )
              }
              onDone={goOn}
            />
          ))}
        </ul>
      )}
      {catalogue === undefined && <LoadingData what="The price list" />}
      {catalogue && (
        <AddLine
          {...{ session, catalogue, lines, isLocked }}
          onAdd={(fields, hasQuantity) => {
            const clientKey = changes.add(lines, fields);
            if (hasQuantity) goOn();
            else open({ clientKey, isNew: true });
          }}
        />
      )}
      {catalogue && catalogue.asOf !== null && (
        <p className="text-sm text-ink-muted">Prices from {formatDateTime(catalogue.asOf)}</p>
      )}
      {lines.length > 0 && <LinesSum {...{ lines, catalogue, changes }} />}
      {!isLocked && <JobStock job={job} />}
    </div>
  );
});
