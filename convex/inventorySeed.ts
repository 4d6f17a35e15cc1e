import { v } from "convex/values";
import { mutation } from "./_generated/server";
import { requireWorkspace } from "./model/access";
import { seedCatalogue } from "./model/inventory/catalogueSeed";

/** The usual goods and colors. What is there already is left as it is. */
export const seedDefaults = mutation({
  args: {},
  returns: v.object({
    items: v.number(),
    prices: v.number(),
    colors: v.number(),
  }),
  handler: async (ctx) => {
    const workspaceId = await requireWorkspace(ctx);
    return await seedCatalogue(ctx, workspaceId);
  },
});
