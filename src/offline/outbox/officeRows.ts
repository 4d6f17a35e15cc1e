import type { FunctionReturnType } from "convex/server";
import type { OutboxItem } from "convex-outbox";
import type { api } from "@convex/_generated/api";
import { OFFICE_CHANGES } from "@domain/changes/ofOffice";
import type { LevelOfColor, Rows, StockMove, Write } from "@domain/changes/rows";
import { withSize } from "@domain/stock/gutterSizes";
import type { ItemCategory } from "@domain/stock/inventory";
import type { MessageTemplates } from "@domain/messages/messageTemplates";
import type { OfficeSettings } from "@domain/job/officeSettings";
import { Refusal } from "@domain/calls/refusals";
import { withSizeMove } from "@domain/stock/reorder";
import { noRow } from "./shownRows";

export type Item = FunctionReturnType<typeof api.inventory.listItems>[number];
export type Color = FunctionReturnType<typeof api.inventory.listColors>[number];

interface KnownOffice {
  /** Items, from which an intake's category is known. */
  readonly items?: readonly Item[];
  /** Colors, with their stock of `category`. */
  readonly colors?: readonly Color[];
  readonly category?: ItemCategory;
  readonly templates?: MessageTemplates;
  readonly settings?: OfficeSettings;
}

/**
 * Items with their prices, colors with their stock of one category, the texts and the options of an office, as they
 * will be once the waiting changes are on the server.
 */
export class OfficeRows implements Rows {
  /** Items by id. */
  readonly #items: Map<string, Item>;
  /** Colors by number. */
  readonly #colors: Map<string, Color>;
  readonly #category: ItemCategory | undefined;
  templates: MessageTemplates;
  settings: OfficeSettings;

  /** Applies the changes in order. A change that the server would refuse for these rows is skipped. */
  constructor({ items, colors, category, ...office }: KnownOffice, waiting: readonly OutboxItem[]) {
    this.#items = new Map(items?.map((item) => [item._id, item]));
    this.#colors = new Map(colors?.map((color) => [color.colorNumber, color]));
    this.#category = category;
    this.templates = office.templates ?? {};
    this.settings = office.settings ?? {};
    for (const item of waiting) this.#apply(item);
  }

  /** No change of an office reads jobs or customers: see ShownRows. */
  readonly job = noRow;
  readonly customer = noRow;

  readonly item = (id: string): Item | undefined => this.#items.get(id);

  /** A color with its stock, which is unknown for other categories and counts as 0 there. */
  readonly color = (colorNumber: string, category: ItemCategory): Color | undefined => {
    const color = this.#colors.get(colorNumber);
    return color && category !== this.#category ? { ...color, quantity: 0 } : color;
  };

  #apply({ call, args }: OutboxItem): void {
    const change = OFFICE_CHANGES.find((each) => each.call === call);
    if (change === undefined) return;
    try {
      for (const write of change.apply(this, args as never, NOTHING_MADE)) this.#write(write);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }

  #write(write: Write): void {
    if (write.kind !== "move" && write.kind !== "set") return;
    if (write.table === "lines") return;
    if (write.table === "templates") this.templates = { ...this.templates, ...write.fields };
    else if (write.table === "settings") this.settings = { ...this.settings, ...write.fields };
    else if (write.table === "units")
      changeRow(this.#items, write.itemId, (item) => ({
        ...item,
        ...write.fields,
      }));
    else if (write.table === "prices") {
      const { itemId, size, price } = write;
      changeRow(this.#items, itemId, (item) => {
        const others = item._prices.filter((each) => each.size !== size);
        const _prices = price === null ? others : [...others, { size, price }];
        return { ...item, _prices };
      });
    } else
      changeRow(this.#colors, write.colorNumber, (color) => {
        const isShown = write.category === this.#category;
        if (write.table === "stock")
          return withSizeOf(write, isShown ? withMove(color, write) : color);
        return isShown ? withLevel(color, write) : color;
      });
  }
}

const NOTHING_MADE = { customerId: "" };

function changeRow<Row>(rows: Map<string, Row>, key = "", changed: (row: Row) => Row): void {
  const row = rows.get(key);
  if (row !== undefined) rows.set(key, changed(row));
}

function withMove(color: Color, { size, delta }: StockMove): Color {
  const { quantity, sizes } = color;
  return {
    ...color,
    quantity: quantity + delta,
    sizes: sizes && withSizeMove(sizes, { size, delta }),
  };
}

/** A color comes in the same sizes in every category. */
function withSizeOf({ size }: StockMove, color: Color): Color {
  if (size === undefined) return color;
  return { ...color, sizeOptions: withSize(color.sizeOptions, size) };
}

function withLevel(color: Color, { size, level }: LevelOfColor): Color {
  const others = color.levels.filter((each) => each.size !== size);
  return { ...color, levels: [...others, { size, level }] };
}
