/** `npm run restore-office`: compares an office with an earlier export, and writes the steps that make it so again. */
import { StartupError } from "embedded-convex";
import { isTrashKey } from "../domain/trashKeys";
import {
  planRestore,
  writeSteps,
  type RestorePlan,
  type TableCounts,
} from "../server/transfer/restorePlan";
import type { Arguments } from "./commandLine";
import { isOfWorkspace, onlyWorkspace } from "./workspaces";

/** Rows of a day or an hour, and what belongs to the deployment rather than to the state of the data. */
export const LEFT = [
  "importChunks",
  "importFindings",
  "imports",
  "rebuilds",
  "restoreSteps",
  "retention",
  "uploadTickets",
  "uploadedBytes",
  "workspaceMoves",
];

/** Rows that follow from others or that are found by what they are about. */
export const UNNAMED = [
  "counters",
  "derivedVersions",
  "importedRows",
  "jobSearch",
  "jobTotals",
  "nameWords",
  "noteWords",
  "searchWords",
  "tasks",
  "trash",
];

/** Removed when their time is over, or when two entries become one. */
const KEPT_FOR_A_TIME = ["changes", "intents"];

export async function main(args: Arguments): Promise<void> {
  const [now = "", earlier = "", path] = args.positionals;
  const { only, as } = args.values;
  if (!only) throw new StartupError("Name the office: add --only <workspace>.");
  const workspaceId = as || only;
  const plan = await planOffice({ now, earlier, only, workspaceId });
  console.log(tableOf(plan));
  if (plan.missing > 0)
    throw new StartupError(
      `${plan.missing} rows of ${earlier} were deleted for good since, and Convex never takes a deleted id again. Nothing was written. npm run merge brings them back, while the deployment is paused (docs/hosted-operations.md).`,
    );
  const { length } = plan.steps;
  if (length === 0) console.log(`${workspaceId} is as in ${earlier}.`);
  else if (path === undefined)
    console.log(`${length} steps. Nothing was written: name a ZIP file.`);
  else {
    await writeSteps(path, workspaceId, plan.steps);
    console.log(`${path} has ${length} steps. Import it, and apply them:
  npx convex import --append ${path}
  npx convex run workspace:restore '${JSON.stringify({ workspaceId, steps: length })}'`);
  }
}

/** @throws StartupError if the earlier export has no row of the office */
export async function planOffice({
  now,
  earlier,
  only,
  workspaceId,
}: {
  readonly now: string;
  readonly earlier: string;
  /** The office's id in `earlier`, and in `now`. */
  readonly only: string;
  readonly workspaceId: string;
}): Promise<RestorePlan> {
  const mapping = new Map([[only, workspaceId]]);
  const plan = await planRestore({
    now,
    earlier,
    change: onlyWorkspace(only, mapping).change,
    isOwn: (document) => isOfWorkspace(document, workspaceId),
    mayBeGone: (table, { workspaceId: key, uses }) =>
      KEPT_FOR_A_TIME.includes(table) ||
      // An upload that no job used is deleted after a day.
      (table === "files" && uses === 0) ||
      (typeof key === "string" && isTrashKey(key)),
    left: LEFT,
    unnamed: UNNAMED,
  });
  const tables = [...plan.tables.values()];
  // A wrong id must not empty an office, nor fill one that does not exist.
  for (const [path, hasRows] of [
    [
      earlier,
      tables.some((of) => of.same + of.changed + of.inserted + of.gone),
    ],
    [now, tables.some((of) => of.same + of.changed + of.deleted)],
  ] as const)
    if (!hasRows)
      throw new StartupError(
        `${path} has no row of ${path === now ? workspaceId : only}. Nothing was written.`,
      );
  return plan;
}

const COLUMNS: readonly (readonly [string, keyof TableCounts])[] = [
  ["same", "same"],
  ["changes", "changed"],
  ["comes back", "inserted"],
  ["goes", "deleted"],
  ["gone for good", "gone"],
];

function tableOf({ tables }: RestorePlan): string {
  const rows = [...tables].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return [
    ["table", ...COLUMNS.map(([title]) => title)],
    ...rows.map(([name, counts]) => [
      name,
      ...COLUMNS.map(([, key]) => String(counts[key])),
    ]),
  ]
    .map(([name = "", ...cells]) =>
      [name.padEnd(24), ...cells.map((cell) => cell.padStart(14))].join(""),
    )
    .join("\n");
}
