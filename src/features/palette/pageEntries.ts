import { NEW_JOB } from "@/job/jobAddress";
import type { Go } from "@/lib/openJob";
import { openImport } from "@/lib/openImport";
import { openPageDialog } from "@/lib/pageDialogs";
import { runPaletteAction, type PaletteAction } from "@/lib/paletteActions";
import type { PaletteEntry } from "./paletteEntries";

const PAGES = [
  ["/", "Home", "choose a section"],
  ["/dashboard", "Dashboard", "day today visits"],
  ["/calendar", "Calendar", "month week"],
  ["/jobs", "Jobs", "list"],
  ["/inventory", "Inventory", "stock colors"],
  ["/prices", "Prices", "items"],
  ["/calculator", "Calculator", "feet pounds"],
  ["/receipts", "Receipts", ""],
  ["/settings", "Settings", "theme"],
] as const;

export function pageEntries(go: Go): PaletteEntry[] {
  return PAGES.map(([to, label, words]) => ({
    id: `page ${to}`,
    label,
    words: `${words} go to open page`,
    choose: () => go({ to }),
  }));
}

const OFFICE_OPTIONS: readonly PaletteEntry[] = [
  {
    id: "action hours",
    label: "Office hours",
    words: "opens closes working times settings offered",
    choose: () => openPageDialog("hours"),
  },
  {
    id: "action due",
    label: "Interval of gutter cleanings",
    words: "due again months yearly repeat recurring settings",
    choose: () => openPageDialog("due"),
  },
];

/** The actions, those of the mounted screens first. */
export function actionEntries(offered: readonly PaletteAction[], go: Go): PaletteEntry[] {
  const own = offered.map(({ id, label, words, run }) => ({
    id: `action ${id}`,
    label,
    words,
    choose: run,
  }));
  return [
    ...own,
    {
      id: "action newJob",
      label: "New job",
      words: "add create lead",
      choose: () => go({ to: "/jobs", search: { job: NEW_JOB } }),
    },
    ...entriesOfOtherScreens(offered, go),
    {
      id: "action order",
      label: "What to order",
      words: "inventory stock low reorder missing list print",
      choose: () => openPageDialog("order"),
    },
    {
      id: "action import",
      label: "Import customers and jobs",
      words: "csv vcard file spreadsheet upload jobber quickbooks google contacts",
      choose: () => openImport(),
    },
    ...OFFICE_OPTIONS,
    {
      id: "action history",
      label: "Recent changes",
      words: "history undo restore deleted trash",
      choose: () => openPageDialog("history"),
    },
    ...(matchMedia(NO_KEYS).matches
      ? []
      : [
          {
            id: "action shortcuts",
            label: "Keyboard shortcuts",
            words: "keys help",
            choose: () => openPageDialog("shortcuts"),
          },
        ]),
  ];
}

/** Matches a phone: a finger, and no pointer that hovers. */
const NO_KEYS = "(hover: none) and (pointer: coarse)";

/** Actions of other screens: choosing one opens its screen, where it runs. */
const SCREEN_ACTIONS = [
  ["addInventory", "Add inventory", "/inventory", "intake stock receive"],
] as const;

function entriesOfOtherScreens(offered: readonly PaletteAction[], go: Go): PaletteEntry[] {
  return SCREEN_ACTIONS.filter(([id]) => !offered.some((action) => action.id === id)).map(
    ([id, label, to, words]) => ({
      id: `action ${id}`,
      label,
      words,
      choose: () => {
        runPaletteAction(id);
        go({ to });
      },
    }),
  );
}
