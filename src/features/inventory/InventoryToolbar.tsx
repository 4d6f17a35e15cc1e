import { ArrowDownWideNarrow, Ruler } from "lucide-react";
import { nextSizeFilter, SIZE_FILTER_LABELS } from "@domain/inventory";
import { SearchInput } from "@/components/ui/SearchInput";
import { ViewToggle } from "@/components/ui/ViewToggle";
import {
  COLOR_SORT_LABELS,
  toggleColorSort,
  type ColorView,
} from "./colorView";

interface InventoryToolbarProps {
  readonly view: ColorView;
  readonly onChange: (view: ColorView) => void;
}

export function InventoryToolbar({ view, onChange }: InventoryToolbarProps) {
  return (
    <div
      role="toolbar"
      aria-label="Color list"
      className="flex flex-wrap items-center gap-2"
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
          onClick={() =>
            onChange({ ...view, sort: toggleColorSort(view.sort) })
          }
        />
      </div>
    </div>
  );
}
