import { Search } from "@/components/icons/firstIcons";
import { openPageDialog } from "@/lib/pageDialogs";
import { MOD_KEY } from "@/lib/useShortcuts";
import { preloadPalette } from "./PageDialogs";

const KEYS = MOD_KEY === "⌘" ? "⌘K" : "Ctrl K";

/** Opens the palette. It looks like the field that the palette begins with; on a phone there is room for its icon. */
export function SearchButton() {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={() => openPageDialog("palette")}
      onPointerEnter={preloadPalette}
      onFocus={preloadPalette}
      className="flex h-9 w-80 min-w-9 items-center gap-2 rounded-lg border border-line bg-surface px-3 text-sm text-ink-muted transition-colors hover:border-control hover:text-ink max-md:w-11 max-md:justify-center max-md:border-transparent max-md:bg-transparent max-md:px-0 touch:h-11 touch:min-w-11"
    >
      <Search aria-hidden="true" className="size-[1.125rem] shrink-0" />
      <span className="min-w-0 grow truncate text-left max-md:sr-only">Search or book</span>
      <kbd
        aria-hidden="true"
        className="shrink-0 rounded-md border border-line bg-sunken px-1.5 font-sans text-xs leading-5 max-md:hidden pointer-coarse:hidden"
      >
        {KEYS}
      </kbd>
    </button>
  );
}
