import { lineName, newPrices, sumOf, sumText, type LineRow } from "@domain/estimate/lines";
import { formatMoney, parseMoney } from "@domain/text/money";
import { counted } from "@domain/text/text";
import { Collapsible } from "@/components/ui/Collapsible";
import { Button } from "@/components/ui/Button";
import type { Catalogue } from "@/offline/useCatalogue";
import { useJobForm } from "@/job/JobFormContext";
import type { LineChanges } from "./useLineChanges";

interface LinesSumProps {
  readonly lines: readonly LineRow[];
  readonly catalogue: Catalogue | undefined;
  readonly changes: LineChanges;
}

/** The sum of the rows, to compare with the job's price, which the person sets freely. */
export function LinesSum({ lines, catalogue, changes }: LinesSumProps) {
  const { values, choose, isLocked } = useJobForm();
  const sum = sumOf(lines);
  const amount = sum.cents === null ? null : sum.cents / 100;
  const price = parseMoney(values.jobs_price);
  const isUsed = amount === price;
  return (
    <div className="flex flex-col gap-2 border-t border-line pt-3">
      <p
        aria-live="polite"
        className="flex flex-wrap justify-between gap-x-3 font-semibold tabular-nums"
      >
        <span>Sum</span>
        <span>{sumText(sum)}</span>
      </p>
      {amount !== null && !isUsed && (
        <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-2">
          <p className="min-w-0 grow basis-40 text-sm text-ink-muted">
            {differenceText(amount, price)}
            {sum.unpriced > 0 &&
              ` ${counted(sum.unpriced, "row")} without a price ${sum.unpriced === 1 ? "is" : "are"} not in it.`}
          </p>
          <Button disabled={isLocked} onClick={() => choose("jobs_price", amount.toFixed(2))}>
            Use {formatMoney(amount)}
          </Button>
        </div>
      )}
      {catalogue && !isLocked && <PriceUpdate {...{ lines, catalogue, changes }} />}
    </div>
  );
}

function differenceText(amount: number, price: number | null): string {
  if (price === null || Number.isNaN(price)) return "";
  const difference = formatMoney(Math.abs(price - amount));
  const way = price > amount ? "more" : "less";
  return `The job's price is ${formatMoney(price)}: ${difference} ${way} than the rows.`;
}

interface PriceUpdateProps extends LinesSumProps {
  readonly catalogue: Catalogue;
}

/** Lists the prices that have changed since, with a button that takes over today's. */
function PriceUpdate({ lines, catalogue, changes }: PriceUpdateProps) {
  const updates = newPrices(lines, catalogue.items);
  if (updates.length === 0) return null;
  const prices = updates.map(({ line: { clientKey }, price }) => ({
    ...{ clientKey, price },
  }));
  return (
    <Collapsible title="Update prices">
      <ul className="flex flex-col gap-1 text-sm">
        {updates.map(({ line, price }) => (
          <li key={line.clientKey} className="flex flex-wrap justify-between gap-x-3">
            <span>{lineName(line)}</span>
            <span className="tabular-nums">
              {line.price === undefined ? "No price" : formatMoney(line.price)} →{" "}
              {formatMoney(price)}
            </span>
          </li>
        ))}
      </ul>
      <Button className="mt-3" onClick={() => changes.edit(prices, { label: "Prices of today" })}>
        Update {counted(updates.length, "price")}
      </Button>
    </Collapsible>
  );
}
