import { Dialog } from "@/components/ui/Dialog";
import { FORM_BLOCKS } from "@/job/formKeys";
import { MOD_KEY, type ShortcutName } from "@/lib/useShortcuts";

interface Shortcut {
  readonly keys: readonly string[];
  /** Set for a range of keys, such as 1 to 8. */
  readonly through?: true;
  readonly label: string;
}

/** The keys and the label of every shortcut of useShortcuts.ts. */
const PAGE_KEYS: Readonly<Record<ShortcutName, Shortcut>> = {
  palette: { keys: [MOD_KEY, "K"], label: "Search and commands" },
  shortcuts: { keys: ["?"], label: "This list" },
  search: { keys: ["/"], label: "Search on this screen" },
  newJob: { keys: ["C"], label: "New job, on Dashboard, Jobs and the week" },
  addInventory: { keys: ["C"], label: "Add inventory, on Inventory" },
  today: { keys: ["T"], label: "Today, on Dashboard and Calendar" },
  previous: { keys: ["←"], label: "Previous day, week or month" },
  next: { keys: ["→"], label: "Next day, week or month" },
  nextEntry: { keys: ["J"], label: "Next entry of the list" },
  previousEntry: { keys: ["K"], label: "Previous entry of the list" },
  section: {
    keys: ["1", "8"],
    through: true,
    label: "Open a section, on Home",
  },
};

const OTHER_KEYS: readonly Shortcut[] = [
  ...Object.values(FORM_BLOCKS).map(({ digit, label }) => ({
    keys: ["Ctrl", "Shift", String(digit)],
    label: `${label}, in a job`,
  })),
  { keys: ["Enter"], label: "Save, in a field of one line" },
  {
    keys: ["Alt", "Enter"],
    label: "Take what is offered beside a date, in a job",
  },
  {
    keys: ["Alt", "↑", "↓"],
    label: "Move a visit: by 15 minutes in the week, by a week in the month",
  },
  { keys: ["Alt", "←", "→"], label: "Move a visit by a day, in the calendar" },
  { keys: ["←", "→"], label: "Within chips, pictures and the head of a job" },
  { keys: [MOD_KEY, "Enter"], label: "Book the typed line, in the search" },
  { keys: [MOD_KEY, "Z"], label: "Undo your last change" },
  { keys: ["Alt", "T"], label: "Go to the messages" },
  { keys: ["Shift", "click"], label: "Status filter: one step back" },
  { keys: ["Esc"], label: "Close" },
];

/** All keys of the product. */
export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog
      title="Keyboard shortcuts"
      description="Letters work while no field has the focus."
      onClose={onClose}
    >
      {/* Without the focus in it, the arrow keys could not scroll it on a small screen. */}
      <div role="region" aria-label="Keys" tabIndex={0}>
        <ul className="flex flex-col">
          {[...Object.values(PAGE_KEYS), ...OTHER_KEYS].map(({ keys, through, label }) => (
            <li
              key={label}
              className="flex min-h-9 items-center justify-between gap-4 border-b border-line py-1.5 text-sm last:border-b-0"
            >
              <span>{label}</span>
              <span className="flex shrink-0 items-center gap-1.5 text-ink-muted">
                {keys.map((key, at) => (
                  <span key={key} className="contents">
                    {at > 0 && through && "to"}
                    <kbd className="min-w-6 rounded-md border border-line bg-sunken px-1.5 py-0.5 text-center font-sans text-xs text-ink">
                      {key}
                    </kbd>
                  </span>
                ))}
              </span>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
