import { CatchBoundary } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import type { Id } from "@convex/_generated/dataModel";
import { ErrorBelowHeader } from "@/features/account/RouteError";
import { ExportButton } from "@/components/export/ExportButton";
import { Page, PageHeader } from "@/components/Page";
import { useIsOffline } from "@/lib/connection/connectionState";
import { scrollIntoViewIfNeeded } from "@/lib/scrollIntoViewIfNeeded";
import { PriceTable } from "./PriceTable";
import { SetItemPrice } from "./SetItemPrice";
import { SeedDefaults } from "@/offline/SeedDefaults";
import { useItems } from "@/offline/inventoryQueries";

type ItemId = Id<"inventoryItems">;

interface PricesScreenProps {
  /** The item in the URL, whose prices the form shows. */
  readonly itemId: ItemId | null;
  readonly onItemChange: (itemId: ItemId) => void;
}

export function PricesScreen(props: PricesScreenProps) {
  return (
    // Room at the end, so that the last row can be scrolled above a toast.
    <Page className="pb-20 print:pb-0">
      <PageHeader
        title="Prices"
        actions={
          <>
            <ExportButton first="prices" />
            <SeedDefaults />
          </>
        }
      />
      <CatchBoundary getResetKey={() => "prices"} errorComponent={ErrorBelowHeader}>
        <Prices {...props} />
      </CatchBoundary>
    </Page>
  );
}

function Prices({ itemId, onItemChange }: PricesScreenProps) {
  const items = useItems();
  // Without items there is nothing to price, and the list says why it is empty.
  const isMissing = useIsOffline() && items === undefined;
  const form = useRef<HTMLDivElement>(null);
  /** The item just chosen in the table or by the URL: its price field gets the focus. */
  const pricedNext = useRef(itemId);
  useEffect(() => {
    if (items === undefined || pricedNext.current !== itemId) return;
    pricedNext.current = null;
    focusPrice(form.current);
  }, [items, itemId]);
  const choose = (chosen: ItemId) => {
    if (form.current) scrollIntoViewIfNeeded(form.current);
    if (chosen === itemId) {
      focusPrice(form.current);
      return;
    }
    pricedNext.current = chosen;
    onItemChange(chosen);
  };
  return (
    <>
      {!isMissing && (
        <div ref={form} className="scroll-mt-18">
          <SetItemPrice items={items} itemId={itemId} onItemChange={onItemChange} />
        </div>
      )}
      <PriceTable items={items} chosenId={itemId} onChoose={choose} />
    </>
  );
}

/** Focuses the price and selects it, so that typing replaces it. */
function focusPrice(form: HTMLElement | null) {
  const price = form?.querySelector<HTMLInputElement>("input[type=number]");
  price?.focus({ preventScroll: true });
  price?.select();
}
