/** convex/schema.ts, whose project is Convex's own and cannot be referenced by ours. */
declare const schema: { readonly export: () => string };
export default schema;
