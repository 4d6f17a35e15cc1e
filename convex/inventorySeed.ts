import { v } from "convex/values";
import { workspaceMutation } from "./functions";
import { seedCatalogue } from "./model/inventory/catalogueSeed";

/** The usual goods and colors. What is there already is left as it is. */
export const seedDefaults = workspaceMutation({
  args: {},
  returns: v.object({
    items: v.number(),
    prices: v.number(),
    colors: v.number(),
  }),
  handler: async (ctx) => await seedCatalogue(ctx, ctx.workspaceId),
});
