import { editLines } from "@domain/changes/jobLines";
import { putBackLines, takeLines, UNKNOWN_STOCK, withCoil } from "@domain/changes/lineStock";
import { offersOf, type LineRow } from "@domain/estimate/lines";
import { COIL_SKU, stockName, wasteOf } from "@domain/estimate/needs";
import { orderAfter } from "@domain/estimate/order";
import { takeFromStock } from "@domain/estimate/stock";
import { quantityText } from "@domain/estimate/units";
import { MAX_LINES } from "@domain/calls/inputLimits";
import { jobOutcome } from "@domain/job/jobs";
import { counted } from "@domain/text/text";
import { PackageMinus, Undo2 } from "@/components/icons/icons";
import { Button } from "@/components/ui/Button";
import { randomUuid } from "@/lib/randomUuid";
import { newChange } from "@/offline/outbox/newChange";
import { useCatalogue } from "@/offline/useCatalogue";
import { useChange } from "@/offline/useChange";
import { useJobLines } from "@/offline/useJobLines";
import { useOfficeSettings } from "@/offline/useOfficeSettings";
import type { Job } from "./jobForm";
import { SideChoice } from "./SideChoice";

/** The number of rows that the sentence names. */
const MOST_NAMED = 4;

/** Offers to take an installed job's materials from stock, and to put back what was taken; otherwise empty. */
export function JobStock({ job }: { readonly job: Job }) {
  const known = useJobLines(job);
  const catalogue = useCatalogue();
  const settings = useOfficeSettings();
  const { make } = useChange();
  if (!known || !settings) return null;
  const wastePercent = wasteOf(settings);
  const coil = catalogue?.items.find(({ sku }) => sku === COIL_SKU);
  const office = { coil: coil ?? UNKNOWN_STOCK.coil, wastePercent };
  const lines = withCoil(known.lines, coil);
  const { moves, open } = takeFromStock(lines, office, UNKNOWN_STOCK.countsAt);
  const isInstalled = jobOutcome(job.job_status) === "finished";
  const isTaken = lines.some(({ taken = 0 }) => taken > 0);
  const canTake = isInstalled && moves.length > 0;
  if (!canTake && !isTaken && !(isInstalled && open.length > 0)) return null;
  const name = job.customer_name;
  return (
    <section
      aria-label="Stock"
      className="flex flex-col gap-3 rounded-xl bg-sunken px-3 py-3 text-sm"
    >
      {isInstalled && moves.length > 0 && (
        <p>{sentenceOf(moves, (line) => stockName(line, office))}</p>
      )}
      {isInstalled && moves.length + open.length === 0 && <p>Taken from stock.</p>}
      {!isInstalled && <p>Materials of this job were taken from stock.</p>}
      {isInstalled &&
        open.map((line) => (
          <SideChoice
            key={line.clientKey}
            line={line}
            offers={offersOf(catalogue?.items ?? [])}
            isFull={lines.length >= MAX_LINES}
            onChoose={(side, rest) => {
              const sided = [{ clientKey: line.clientKey, ...side }];
              const order = orderAfter(lines, lines.indexOf(line) + 1);
              const added = rest && [{ ...rest, clientKey: randomUuid(), order }];
              const edit = { label: "Side", ...(added && { added }) };
              make(newChange(editLines, job, sided, edit), { name });
            }}
          />
        ))}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {canTake && (
          <Button
            size="small"
            variant="primary"
            onClick={() =>
              make(newChange(takeLines, job, wastePercent), {
                ...{ name, now: { title: "Taken from stock" } },
              })
            }
          >
            <PackageMinus aria-hidden="true" />
            Take from stock
          </Button>
        )}
        {isTaken && (
          <Button
            size="small"
            onClick={() =>
              make(newChange(putBackLines, job), {
                ...{ name, now: { title: "Put back in stock" } },
              })
            }
          >
            <Undo2 aria-hidden="true" />
            Put back
          </Button>
        )}
      </div>
    </section>
  );
}

type Moves = ReturnType<typeof takeFromStock<LineRow>>["moves"];

/** "Not taken yet: 134 ft Gutter Coil .032, 6 in, and 2 more rows." */
function sentenceOf(moves: Moves, nameOf: (line: LineRow) => string): string {
  const named = moves
    .slice(0, MOST_NAMED)
    .map(({ line, delta }) =>
      delta < 0
        ? `${quantityText(-delta, line.unit)} ${nameOf(line)}`
        : `${quantityText(delta, line.unit)} too many of ${nameOf(line)}`,
    );
  const more = moves.length - named.length;
  if (more > 0) named.push(`${counted(more, "more row")}`);
  return `Not taken yet: ${named.join("; ")}.`;
}
