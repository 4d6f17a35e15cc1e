import { v } from "convex/values";
import { workspaceMutation } from "./functions";
import { seedCatalogue } from "./model/inventory/catalogueSeed";

/** Adds the default items and colors. Existing ones stay as they are. */
export const seedDefaults = workspaceMutation({
  kind: "inventorySeed.seedDefaults",
  args: {},
  returns: v.object({
    items: v.number(),
    prices: v.number(),
    colors: v.number(),
  }),
  handler: async (ctx) => await seedCatalogue(ctx, ctx.workspaceId),
});
