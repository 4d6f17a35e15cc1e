import { v } from "convex/values";
import { workspaceMutation } from "./functions";
import { seedCatalogue } from "./model/inventory/catalogueSeed";
import { requireRate } from "./model/personRates";

/** Adds the default items and colors. Existing ones stay as they are. */
export const seedDefaults = workspaceMutation({
  kind: "inventorySeed.seedDefaults",
  args: {},
  returns: v.object({
    items: v.number(),
    prices: v.number(),
    colors: v.number(),
  }),
  handler: async (ctx) => {
    await requireRate(ctx, ctx.member, "seed");
    return await seedCatalogue(ctx, ctx.workspaceId);
  },
});
