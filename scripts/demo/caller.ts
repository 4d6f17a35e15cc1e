/** Calls a running server's public functions, for the data of the demo and of the pictures. */
import { randomUUID } from "node:crypto";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";

/** Calls functions as one person. */
export class Caller {
  readonly #client: ConvexHttpClient;

  constructor(url: string, token: string) {
    this.#client = new ConvexHttpClient(url, {
      logger: false,
      skipConvexDeploymentUrlCheck: true,
    });
    this.#client.setAuth(token);
  }

  query(path: string, args: Record<string, unknown>): Promise<unknown> {
    return this.#client.query(makeFunctionReference<"query">(path), args);
  }

  mutation(path: string, args: Record<string, unknown>): Promise<unknown> {
    return this.#client.mutation(makeFunctionReference<"mutation">(path), args);
  }
}

interface Item {
  readonly _id: string;
  readonly sku: string;
  readonly name: string;
  readonly unit?: string;
  readonly _prices: readonly {
    readonly size: string;
    readonly price: number;
  }[];
}

export async function itemsBySku(caller: Caller): Promise<ReadonlyMap<string, Item>> {
  const items = (await caller.query("inventory:listItems", {})) as Item[];
  return new Map(items.map((item) => [item.sku, item]));
}

export function itemOf(items: ReadonlyMap<string, Item>, sku: string): Item {
  const item = items.get(sku);
  if (item === undefined) throw new Error(`No item has the SKU ${sku}.`);
  return item;
}

/** A row of material as `lines:add` takes it. */
export function lineOf(
  { _id: itemId, sku, name, unit = "piece", _prices }: Item,
  of: {
    readonly quantity: number;
    readonly size: string | undefined;
    readonly at: number;
  },
): Record<string, unknown> {
  const { quantity, size } = of;
  const price = _prices.find((one) => one.size === (size ?? "any"))?.price;
  return {
    ...{ itemId, sku, name, unit, quantity },
    ...(price !== undefined && { price }),
    ...(size !== undefined && {
      ...{ size, colorNumber: "002", colorName: "80 Degree White" },
    }),
    clientKey: randomUUID(),
    order: String.fromCodePoint("b".codePointAt(0)! + of.at),
  };
}
