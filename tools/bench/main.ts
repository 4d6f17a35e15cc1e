/** `npm run acceptance [-- PART ...]`: what an office, a phone and a server of years get, held against its goals. */
import { measureParts } from "../../bench/report";
import { withServer } from "../../bench/server";
import type { Arguments } from "../../scripts/commandLine";
import { churn, INSPECTED } from "./churn";
import { field } from "./field";
import { growth } from "./growth";
import { idle } from "./idle";
import { imports } from "./imports";
import { office } from "./office";

export async function main({ positionals: wanted }: Arguments): Promise<void> {
  await measureParts(
    "acceptance",
    {
      idle: (clients) => withServer((server) => idle(server, clients)),
      churn: (clients) => withServer((server) => churn(server, clients), INSPECTED),
      imports: () => withServer(imports),
      growth,
      field,
      office,
    },
    wanted,
  );
}
