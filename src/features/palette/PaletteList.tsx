import { Command } from "cmdk";
import { createElement } from "react";
import {
  CalendarDays,
  MessageSquare,
  Navigation,
  Package,
  Phone,
  Plus,
  Printer,
} from "@/components/icons/firstIcons";
import type { Icon } from "@/components/icons/icon";
import {
  ArrowRight,
  CheckCheck,
  ClipboardList,
  Copy,
  Repeat,
  History,
  Keyboard,
  ListTodo,
  Palette,
  User,
  Zap,
} from "@/components/icons/icons";
import { shortcutKey, type ShortcutName } from "@/lib/useShortcuts";
import type { PaletteEntry, PaletteGroup } from "./paletteEntries";

interface PaletteListProps {
  readonly groups: readonly PaletteGroup[];
  readonly isSearching: boolean;
  readonly onChoose: (entry: PaletteEntry) => void;
}

export function PaletteList({ groups, isSearching, onChoose }: PaletteListProps) {
  return (
    <Command.List
      label="Results"
      className="min-h-0 scroll-py-2 overflow-y-auto overscroll-contain p-2"
    >
      {groups.map(({ title, entries }) => (
        <Command.Group
          key={title}
          heading={title}
          className="pb-2 last:pb-0 [&_[cmdk-group-heading]]:truncate [&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-ink-muted"
        >
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} onChoose={onChoose} />
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

interface EntryProps extends Pick<PaletteListProps, "onChoose"> {
  readonly entry: PaletteEntry;
}

function Entry({ entry, onChoose }: EntryProps) {
  const key = keyOf(entry.id);
  return (
    <Command.Item
      value={entry.id}
      onSelect={() => onChoose(entry)}
      className="flex min-h-9 cursor-pointer items-center gap-3 rounded-lg px-3 py-1.5 text-sm touch:min-h-11 touch:text-base data-[selected=true]:bg-hover data-[selected=true]:outline data-[selected=true]:-outline-offset-1 data-[selected=true]:outline-transparent"
    >
      {createElement(iconOf(entry.id), {
        "aria-hidden": "true",
        className: "size-4 shrink-0 text-ink-muted",
      })}
      <span className="flex min-w-0 grow items-center gap-x-3 max-sm:flex-wrap">
        <span className="max-w-full min-w-0 truncate sm:max-w-[70%] sm:shrink-0">
          {entry.label}
        </span>
        {entry.detail && (
          <span className="max-w-full min-w-0 truncate text-sm text-ink-muted tabular-nums">
            {entry.detail}
          </span>
        )}
      </span>
      {entry.count !== undefined && (
        <span className="shrink-0 text-sm text-ink-muted tabular-nums">{entry.count}</span>
      )}
      {key !== undefined && (
        <kbd className="min-w-6 shrink-0 rounded-md border border-line bg-sunken px-1.5 py-0.5 text-center font-sans text-xs text-ink touch:hidden">
          {key}
        </kbd>
      )}
    </Command.Item>
  );
}

const KEYS: Readonly<Record<string, ShortcutName>> = {
  "action newJob": "newJob",
  "action addInventory": "addInventory",
  "action shortcuts": "shortcuts",
};

function keyOf(id: string): string | undefined {
  const name = KEYS[id];
  return name && shortcutKey(name);
}

const ICONS: Readonly<Record<string, Icon>> = {
  "do mark": CheckCheck,
  "do call": Phone,
  "do text": MessageSquare,
  "do directions": Navigation,
  "do month": CalendarDays,
  "do again": Repeat,
  "do copy": Copy,
  "do print": Printer,
  "action newJob": Plus,
  "action addInventory": Plus,
  "action order": ClipboardList,
  "action history": History,
  "action shortcuts": Keyboard,
  "action printDay": Printer,
};

const ICONS_OF_KIND: Readonly<Record<string, Icon>> = {
  action: Zap,
  color: Palette,
  customer: User,
  day: CalendarDays,
  item: Package,
  job: ClipboardList,
  line: Plus,
  waiting: ListTodo,
};

/** The icon of an entry, by its id or by the first word of it. */
function iconOf(id: string): Icon {
  const [kind = ""] = id.split(" ");
  return ICONS[id] ?? ICONS_OF_KIND[kind] ?? ArrowRight;
}
