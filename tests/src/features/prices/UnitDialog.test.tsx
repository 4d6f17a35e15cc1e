import { fireEvent, screen } from "@testing-library/react";
import { beforeAll, it, vi } from "vitest";
import type { Id } from "@convex/_generated/dataModel";
import { UnitDialog } from "@/features/prices/UnitDialog";
import { anItem } from "../../../support/builders";
import { expectCall } from "../../../support/expectCall";
import { stubLayout } from "../../../support/fakeBackend";
import { renderUnsent } from "../../../support/unsentPage";

beforeAll(stubLayout);

const COIL = anItem({ _id: "coil" as Id<"inventoryItems">, name: "Coil" });
const PAIR = anItem({ _id: "pair" as Id<"inventoryItems">, name: "Other" });

it.each([
  [COIL, null, "Foot", { unit: "foot", pieceFeet: null }],
  [COIL, PAIR, "12", { unit: "piece", pieceFeet: 12 }],
  // The feet of a piece are not sent for what is counted in feet.
  [
    { ...COIL, unit: "piece", pieceFeet: 10 } as const,
    ...([null, "Foot", { unit: "foot", pieceFeet: null }] as const),
  ],
  [
    { ...COIL, unit: "piece", pieceFeet: 10 } as const,
    ...([null, " ", { unit: "piece", pieceFeet: null }] as const),
  ],
] as const)(
  "sends the unit of %o and its pair %o after %j as %o",
  async (item, pair, typed, unit) => {
    const { sent } = await renderUnsent(() => null, {
      screen: <UnitDialog {...{ item, pair }} onClose={vi.fn()} />,
    });
    if (typed === "Foot") fireEvent.click(screen.getByLabelText(typed));
    else
      fireEvent.change(screen.getByLabelText("Feet of a piece"), {
        target: { value: typed },
      });
    fireEvent.click(screen.getByText("Save"));
    expectCall("inventory.setUnit", await sent(), {
      args: {
        ...{ sourceItemId: "coil", aliasItemIds: pair ? ["pair"] : [] },
        ...unit,
      },
      subject: { key: "coil", label: pair ? "Coil and Other" : "Coil" },
      ...(pair && { needs: ["pair"] }),
      ...{ field: "unit", label: "Unit" },
    });
  },
);
