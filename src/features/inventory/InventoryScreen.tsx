import { CatchBoundary } from "@tanstack/react-router";
import { useState, type ComponentProps } from "react";
import { createPortal } from "react-dom";
import {
  DEFAULT_ITEM_CATEGORY,
  ITEM_CATEGORIES,
  ITEM_CATEGORY_LABELS,
  type ItemCategory,
  nextSizeFilter,
  SIZE_FILTER_LABELS,
} from "@domain/stock/inventory";
import { Page, PageHeader } from "@/components/Page";
import { Plus } from "@/components/icons/firstIcons";
import { ClipboardList, ArrowDownWideNarrow, Ruler } from "@/components/icons/icons";
import { ErrorBelowHeader } from "@/features/account/RouteError";
import { ExportButton } from "@/components/export/ExportButton";
import { lazyDialog } from "@/components/lazyPart";
import { Button } from "@/components/ui/Button";
import { LoadingData } from "@/components/ui/LoadingData";
import { Tabs } from "@/components/ui/Tabs";
import { openPageDialog } from "@/lib/pageDialogs";
import { usePaletteAction } from "@/lib/paletteActions";
import { useShortcuts } from "@/lib/useShortcuts";
import { useIsOffline } from "@/lib/connection/connectionState";
import { useColors } from "@/offline/inventoryQueries";
import { ColorGrid } from "./ColorGrid";
import {
  DEFAULT_COLOR_VIEW,
  COLOR_SORT_LABELS,
  toggleColorSort,
  type ColorView,
} from "./colorView";
import { SearchInput } from "@/components/ui/SearchInput";
import { ViewToggle } from "@/components/ui/ViewToggle";

const loadDialog = () => import("./AddInventoryDialog");
const AddInventoryDialog = lazyDialog(async () => (await loadDialog()).AddInventoryDialog);

function preloadDialog() {
  // Opening the dialog retries and reports the failure.
  loadDialog().catch(() => undefined);
}

const TABS = ITEM_CATEGORIES.map((category) => ({
  value: category,
  label: ITEM_CATEGORY_LABELS[category],
}));

interface InventoryScreenProps {
  /** The color number in the URL, whose card is expanded. */
  readonly color: string | undefined;
  readonly onColorChange: (color: string | undefined) => void;
}

export function InventoryScreen({ color, onColorChange }: InventoryScreenProps) {
  const [category, setCategory] = useState<ItemCategory>(DEFAULT_ITEM_CATEGORY);
  const [view, setView] = useState(DEFAULT_COLOR_VIEW);
  const [countSlot, setCountSlot] = useState<Element | null>(null);

  return (
    <Page className="pb-24 print:pb-0">
      <PageHeader
        title="Inventory"
        count={<span ref={setCountSlot} />}
        actions={
          <>
            <Button onClick={() => openPageDialog("order")}>
              <ClipboardList aria-hidden="true" />
              <span className="max-sm:sr-only">To order</span>
            </Button>
            <ExportButton first="inventory" />
          </>
        }
      />
      <Tabs label="Category" tabs={TABS} value={category} onChange={setCategory}>
        <div className="flex flex-col gap-4 pt-4">
          <InventoryToolbar view={view} onChange={setView} />
          <CatchBoundary getResetKey={() => category} errorComponent={ErrorBelowHeader}>
            <Stock
              category={category}
              countSlot={countSlot}
              view={view}
              expanded={color}
              onExpandedChange={onColorChange}
              onShowAll={() => setView({ ...DEFAULT_COLOR_VIEW, sort: view.sort })}
            />
          </CatchBoundary>
        </div>
      </Tabs>
    </Page>
  );
}

interface StockProps extends Omit<ComponentProps<typeof ColorGrid>, "colors"> {
  /** The place of the number of colors, beside the heading, which stays when the query fails. */
  readonly countSlot: Element | null;
}

/** The colors, and the button that adds stock, which is off without signal if this device has no items. */
function Stock({ countSlot, ...props }: StockProps) {
  const [isAdding, setIsAdding] = useState(false);
  const colors = useColors(props.category);
  const isMissing = useIsOffline() && colors === undefined;
  return (
    <>
      {/* A fragment: React shows no portal of the number 0. */}
      {countSlot && createPortal(<>{colors?.length}</>, countSlot)}
      {colors ? (
        <ColorGrid colors={colors} {...props} />
      ) : (
        <div className="flex justify-center py-20">
          <LoadingData what="The inventory" className="size-8" />
        </div>
      )}
      {!isMissing && <AddButton onAdd={() => setIsAdding(true)} />}
      {isAdding && <AddInventoryDialog onClose={() => setIsAdding(false)} />}
    </>
  );
}

function AddButton({ onAdd }: { readonly onAdd: () => void }) {
  useShortcuts({ addInventory: onAdd });
  usePaletteAction({
    id: "addInventory",
    label: "Add inventory",
    words: "intake stock receive",
    run: onAdd,
  });
  return (
    <button
      type="button"
      data-floating-action
      aria-label="Add inventory row"
      title="Add inventory row"
      onClick={onAdd}
      onPointerEnter={preloadDialog}
      onFocus={preloadDialog}
      className="fixed right-frame bottom-[max(1.25rem,env(safe-area-inset-bottom))] z-10 inline-flex size-14 items-center justify-center rounded-full bg-accent forced-colors:border print:hidden text-on-accent shadow-float transition-colors hover:bg-accent-hover"
    >
      <Plus aria-hidden="true" className="size-6" />
    </button>
  );
}

interface InventoryToolbarProps {
  readonly view: ColorView;
  readonly onChange: (view: ColorView) => void;
}

function InventoryToolbar({ view, onChange }: InventoryToolbarProps) {
  return (
    <div
      role="toolbar"
      aria-label="Color list"
      className="flex flex-wrap items-center gap-2 print:hidden"
    >
      <SearchInput
        label="Search colors"
        placeholder="Color number or name"
        className="grow max-sm:basis-full"
        value={view.search}
        onChange={(search) => onChange({ ...view, search })}
      />
      <div className="flex min-w-0 gap-2 max-sm:basis-full max-sm:*:min-w-0 max-sm:*:grow max-sm:*:basis-0">
        <ViewToggle
          name="Size"
          value={SIZE_FILTER_LABELS[view.size]}
          isActive={view.size !== "both"}
          icon={<Ruler aria-hidden="true" />}
          onClick={() => onChange({ ...view, size: nextSizeFilter(view.size) })}
        />
        <ViewToggle
          name="Sort"
          value={COLOR_SORT_LABELS[view.sort]}
          isActive
          icon={<ArrowDownWideNarrow aria-hidden="true" />}
          onClick={() => onChange({ ...view, sort: toggleColorSort(view.sort) })}
        />
      </div>
    </div>
  );
}
