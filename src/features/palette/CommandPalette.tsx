import { useNavigate } from "@tanstack/react-router";
import { Command } from "cmdk";
import { Search } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { useCallback, useRef, useState } from "react";
import { DialogOverlay } from "@/components/ui/DialogOverlay";
import type { Go } from "@/lib/openJob";
import type { PaletteEntry, PaletteGroup } from "./paletteEntries";
import { usePaletteGroups } from "./usePaletteGroups";

const LABEL = "Search and commands";

/** Searches all records, pages and actions, and opens what is chosen. Load it lazily. */
export function CommandPalette({ onClose }: { readonly onClose: () => void }) {
  const [typed, setTyped] = useState("");
  const [opener] = useState(() => document.activeElement);
  const hasChosen = useRef(false);
  const go = useGo();
  const { groups, isSearching } = usePaletteGroups(typed, go);

  const choose = (entry: PaletteEntry) => {
    hasChosen.current = true;
    onClose();
    entry.choose();
  };
  return (
    <DialogOverlay
      onClose={onClose}
      className="items-start sm:px-4 sm:pt-[12vh]"
    >
      <Radix.Content
        aria-describedby={undefined}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          if (!hasChosen.current && opener instanceof HTMLElement)
            opener.focus();
        }}
        className="flex h-full w-full flex-col overflow-hidden border-line bg-raised shadow-float outline-none sm:h-auto sm:max-h-[min(30rem,100%)] sm:max-w-xl sm:animate-pop sm:rounded-2xl sm:border"
      >
        <Radix.Title className="sr-only">{LABEL}</Radix.Title>
        <Command
          label={LABEL}
          shouldFilter={false}
          loop
          className="flex min-h-0 flex-col"
        >
          <PaletteInput typed={typed} onChange={setTyped} onClose={onClose} />
          <PaletteList
            groups={groups}
            isSearching={isSearching}
            onChoose={choose}
          />
        </Command>
      </Radix.Content>
    </DialogOverlay>
  );
}

/** The chosen page takes the place of the palette's history entry. */
function useGo(): Go {
  const navigate = useNavigate();
  return useCallback(
    (options) => void navigate({ ...options, replace: true }),
    [navigate],
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
      <Search
        aria-hidden="true"
        className="size-[1.125rem] shrink-0 text-ink-muted"
      />
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

interface PaletteListProps {
  readonly groups: readonly PaletteGroup[];
  readonly isSearching: boolean;
  readonly onChoose: (entry: PaletteEntry) => void;
}

function PaletteList({ groups, isSearching, onChoose }: PaletteListProps) {
  return (
    <Command.List
      label="Results"
      className="min-h-0 scroll-py-2 overflow-y-auto overscroll-contain p-2"
    >
      {groups.map(({ title, entries }) => (
        <Command.Group
          key={title}
          heading={title}
          className="pb-2 last:pb-0 [&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-ink-muted"
        >
          {entries.map((entry) => (
            <Command.Item
              key={entry.id}
              value={entry.id}
              onSelect={() => onChoose(entry)}
              className="flex min-h-9 cursor-pointer items-center gap-x-3 rounded-lg px-3 max-sm:flex-wrap py-1.5 text-sm touch:min-h-11 touch:text-base data-[selected=true]:bg-hover data-[selected=true]:outline data-[selected=true]:-outline-offset-1 data-[selected=true]:outline-transparent"
            >
              <span className="max-w-full min-w-0 truncate sm:max-w-[70%] sm:shrink-0">
                {entry.label}
              </span>
              {entry.detail && (
                <span className="max-w-full min-w-0 truncate text-sm text-ink-muted tabular-nums">
                  {entry.detail}
                </span>
              )}
            </Command.Item>
          ))}
        </Command.Group>
      ))}
      {groups.length === 0 && !isSearching && (
        <p role="status" className="px-3 py-8 text-center text-ink-muted">
          Nothing matches all of these words.
        </p>
      )}
      {isSearching && (
        <p role="status" className="px-3 py-2 text-sm text-ink-muted">
          Searching...
        </p>
      )}
    </Command.List>
  );
}
