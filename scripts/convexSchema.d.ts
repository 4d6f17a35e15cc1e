/** convex/schema.ts, which belongs to a separate TypeScript project that ours cannot reference. */
declare const schema: { readonly export: () => string };
export default schema;
