/**
 * `npm run export -- <file.zip> [--mapping <file.json>]`: the data of one machine as the ZIP that `npx convex import` takes.
 * `npm run export -- --workspaces`: whose data there are. The server must be stopped.
 */
import { StartupError } from "embedded-convex";
import { exportData } from "../server/transfer/exportData";
import { carryOut, type Order, readOrder } from "./moving";
import { faultsOf, moveTo, readMapping, workspacesIn } from "./workspaces";

const USAGE = `npm run export -- <file.zip> [--mapping <file.json>]
npm run export -- --workspaces`;

await carryOut(async () => {
  const order = readOrder(process.argv.slice(2));
  if (order.workspaces) await tellWorkspaces(order);
  else if (order.path === undefined) throw new StartupError(USAGE);
  else await write(order, order.path);
});

async function tellWorkspaces({ dataDir }: Order): Promise<void> {
  for (const { id, owner, rows } of await workspacesIn(dataDir))
    console.log([id, owner ?? "(no account here)", `${rows} rows`].join("  "));
}

async function write(
  { dataDir, mapping: file }: Order,
  path: string,
): Promise<void> {
  const mapping = file === undefined ? null : readMapping(file);
  if (mapping !== null) {
    const faults = faultsOf(mapping, await workspacesIn(dataDir));
    if (faults.length > 0) throw new StartupError(faults.join("\n"));
  }
  const { documents, files } = await exportData({
    dataDir,
    path,
    ...(mapping && { change: moveTo(mapping) }),
  });
  console.log(`${path} holds ${documents} documents and ${files} files.`);
  if (mapping === null)
    console.log(
      "Every row is in the workspace that it was in. For another home add --mapping (docs/hosting.md).",
    );
}
