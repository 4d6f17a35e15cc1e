/** Imports in order: Node's modules, packages, our own. An import for its side effects alone may stand anywhere. */
const GROUPS = ["Node's modules", "packages", "our own modules"];

/** @param {string} source */
function groupOf(source) {
  if (source.startsWith("node:")) return 0;
  return /^(\.|@\/|@domain\/|@convex\/)/.test(source) ? 2 : 1;
}

const order = {
  create(context) {
    let last = 0;
    return {
      ImportDeclaration(node) {
        if (node.specifiers.length === 0) return;
        const group = groupOf(node.source.value);
        if (group < last) {
          const message = `Import ${GROUPS[group]} before ${GROUPS[last]}.`;
          context.report({ node, message });
        }
        last = Math.max(last, group);
      },
    };
  },
};

export default { meta: { name: "imports" }, rules: { order } };
