import * as Radix from "@radix-ui/react-dialog";
import { Command } from "cmdk";
import { useRef, useState, type KeyboardEvent } from "react";
import { Search } from "@/components/icons/firstIcons";
import { DialogOverlay } from "@/components/ui/DialogOverlay";
import { useGo } from "@/lib/useGo";
import { MOD_KEY } from "@/lib/useShortcuts";
import { LinePreview } from "./LinePreview";
import type { PaletteEntry } from "./paletteEntries";
import { PaletteList } from "./PaletteList";
import { usePaletteGroups } from "./usePaletteGroups";

const LABEL = "Search and commands";

/** Searches all records, pages and actions, and opens the chosen one. Load it lazily. */
export function CommandPalette({ onClose }: { readonly onClose: () => void }) {
  const [typed, setTyped] = useState("");
  /** The entry to which the person moved; null while the first one is selected. */
  const [moved, setMoved] = useState<string | null>(null);
  const isMoving = useRef(false);
  const [opener] = useState(() => document.activeElement);
  const hasChosen = useRef(false);
  const go = useGo();
  const { groups, isSearching, read, note } = usePaletteGroups(typed, go);
  const entries = groups.flatMap((group) => group.entries);
  const selected = entries.find(({ id }) => id === moved) ?? entries.at(0) ?? null;

  const leave = ({ id, staysHere }: PaletteEntry) => {
    hasChosen.current = staysHere !== true;
    note(id);
    onClose();
  };
  const choose = (entry: PaletteEntry) => {
    leave(entry);
    entry.choose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isMod = event.ctrlKey || event.metaKey;
    // The page does not hear its keys in a dialog; the browser would search the web with them.
    if (isMod && event.key.toLowerCase() === "k") event.preventDefault();
    const isBooking = event.key === "Enter" && isMod;
    const line = selected?.book ? selected : read?.entries[0];
    if (isBooking && line?.book) {
      event.preventDefault();
      leave({ ...line, staysHere: read?.reason === null });
      line.book();
    }
    isMoving.current = event.key !== "Enter";
  };
  return (
    <DialogOverlay onClose={onClose} className="items-start sm:px-4 sm:pt-[12vh]">
      <Radix.Content
        aria-describedby={undefined}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          if (!hasChosen.current && opener instanceof HTMLElement) opener.focus();
        }}
        className="flex h-full w-full flex-col overflow-hidden border-line bg-raised shadow-float outline-none sm:h-auto sm:max-h-[min(36rem,100%)] sm:max-w-xl sm:animate-pop sm:rounded-2xl sm:border"
      >
        <Radix.Title className="sr-only">{LABEL}</Radix.Title>
        <Command
          label={LABEL}
          shouldFilter={false}
          loop
          // With them, the keys that open the palette would select its last entry when pressed again.
          vimBindings={false}
          // Later results may come first: the first entry stays selected until the person moves.
          value={selected?.id ?? ""}
          onValueChange={(id) => {
            if (isMoving.current) setMoved(id);
          }}
          onKeyDown={onKeyDown}
          onPointerMove={() => {
            isMoving.current = true;
          }}
          className="flex min-h-0 flex-col"
        >
          <PaletteInput
            typed={typed}
            onChange={(text) => {
              isMoving.current = false;
              setMoved(null);
              setTyped(text);
            }}
            onClose={onClose}
          />
          {read && <LinePreview read={read} />}
          <PaletteList groups={groups} isSearching={isSearching} onChoose={choose} />
          {read && (
            <p className="shrink-0 border-t border-line px-4 py-2 text-sm text-ink-muted pointer-coarse:hidden">
              Enter opens the form. {MOD_KEY}+Enter{" "}
              {read.reason === null ? "books at once." : "does too."}
            </p>
          )}
        </Command>
      </Radix.Content>
    </DialogOverlay>
  );
}

interface PaletteInputProps {
  readonly typed: string;
  readonly onChange: (typed: string) => void;
  readonly onClose: () => void;
}

function PaletteInput({ typed, onChange, onClose }: PaletteInputProps) {
  return (
    <div className="flex items-center gap-3 border-b border-line pr-2 pl-4">
      <Search aria-hidden="true" className="size-[1.125rem] shrink-0 text-ink-muted" />
      <Command.Input
        autoFocus
        value={typed}
        onValueChange={onChange}
        placeholder="Search jobs, customers, colors, items, or type a command"
        className="h-13 min-w-0 grow bg-transparent text-base text-ellipsis outline-none placeholder:text-ink-muted"
      />
      <button
        type="button"
        onClick={onClose}
        className="h-9 shrink-0 rounded-lg px-2 text-sm text-ink-muted hover:bg-hover hover:text-ink touch:h-11 touch:px-3"
      >
        Close
      </button>
    </div>
  );
}
