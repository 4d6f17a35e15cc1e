import fc from "fast-check";
import { expect, it } from "vitest";
import { apply, complete, type OutboxItem } from "convex-outbox";
import { setPrices } from "@domain/changes/setPrices";
import type { Item } from "@/offline/inventoryQueries";
import { changeOfPrices } from "@/features/prices/usePriceForm";
import { outboxRules } from "@/offline/outbox/outboxRules";
import { rowsOf } from "../../../support/changeRows";

const PAIR = ["gutter", "downspout"].map((name) => ({ _id: name, name }) as unknown as Item);

const ROWS = rowsOf({
  item: (id) => PAIR.find(({ _id }) => _id === id),
});

const price = fc.option(fc.nat({ max: 9 }), { nil: undefined });
const save = fc.record({
  of: fc.constantFrom(0, 1),
  prices: fc
    .record({ "5": price, "6": price })
    .filter((each) => each["5"] !== undefined || each["6"] !== undefined),
  isSentThen: fc.boolean(),
});

/** The prices of an office, by item and size. */
class Prices {
  readonly #prices = new Map<string, number | null>();

  set(args: OutboxItem["args"]): void {
    const writes = setPrices.apply(ROWS, args as never);
    for (const write of writes)
      if (write.table === "prices") this.#prices.set(`${write.itemId} ${write.size}`, write.price);
  }

  get entries() {
    return [...this.#prices].sort();
  }
}

it("waiting prices give, once they are sent, the prices that each save would have given at once", () => {
  fc.assert(
    fc.property(fc.array(save, { maxLength: 8 }), (saves) => {
      const [sent, atOnce] = [new Prices(), new Prices()];
      let rows: readonly OutboxItem[] = [];
      const send = () => {
        const rules = {
          paused: new Set<string>(),
          epoch: "",
          canRecord: () => true,
        };
        const { result } = outboxRules.claimNext(rows, 0, rules);
        if (result === null) return false;
        sent.set(result.args);
        rows = apply(rows, complete(rows, result.id));
        return true;
      };
      for (const { of, prices, isSentThen } of saves) {
        const [item, pair] = of === 0 ? PAIR : PAIR.toReversed();
        if (item === undefined || pair === undefined) continue;
        const given = Object.entries(prices).filter(([, to]) => to !== undefined);
        const change = changeOfPrices(Object.fromEntries(given), item, pair);
        atOnce.set(change.args);
        rows = apply(rows, outboxRules.addChange(rows, change, { release: "r1" }));
        if (isSentThen) send();
      }
      while (send());
      expect(sent.entries).toEqual(atOnce.entries);
    }),
  );
});
