/** The rules of ours that oxlint does not have. */

/** Imports in order: Node's modules, packages, our own. An import for its side effects alone may stand anywhere. */
const GROUPS = ["Node's modules", "packages", "our own modules"];

/** @param {string} source */
function groupOf(source) {
  if (source.startsWith("node:")) return 0;
  return /^(\.|@\/|@domain\/|@convex\/)/.test(source) ? 2 : 1;
}

const importOrder = {
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

const noClock = {
  create(context) {
    const message = "A rule never reads the clock: take `now` as an argument.";
    return {
      CallExpression(node) {
        if (isMember(node.callee, "now") && node.callee.object.name === "Date")
          context.report({ node, message });
      },
      NewExpression(node) {
        if (node.callee.name === "Date" && node.arguments.length === 0)
          context.report({ node, message });
      },
    };
  },
};

/** A query reads a bounded number of rows of an index: neither all of them, nor those that a filter leaves. */
const boundedQueries = {
  create(context) {
    return {
      CallExpression(node) {
        const { callee } = node;
        if (isMember(callee, "collect"))
          context.report({ node, message: "Read with take or paginate." });
        if (isMember(callee, "filter") && isQuery(callee.object))
          context.report({ node, message: "Read with an index." });
      },
    };
  },
};

const ARGUMENTS = { get: 2, delete: 2, patch: 3, replace: 3 };

/** `ctx.db.get("jobs", id)`: without the table, an id of any table is read. */
const tableNames = {
  create(context) {
    return {
      CallExpression(node) {
        const { callee } = node;
        const name = callee.property?.name;
        if (!Object.hasOwn(ARGUMENTS, name ?? "") || !isDatabase(callee.object)) return;
        if (node.arguments.length < ARGUMENTS[name])
          context.report({ node, message: "Name the table." });
      },
    };
  },
};

/** A function without a validator takes arguments of any size and type. */
const argsValidator = {
  create(context) {
    return {
      CallExpression({ callee, arguments: [definition] }) {
        if (!/^(workspace|internal)(Query|Mutation|Action)$/.test(callee.name)) return;
        const isArgs = ({ key }) => key?.name === "args";
        if (!definition.properties?.some(isArgs))
          context.report({ node: callee, message: "Declare `args`." });
      },
    };
  },
};

/** Convex evaluates a module without the variables of a call. */
const oneEnvironment = {
  create(context) {
    const message = "Read variables with environment().";
    return {
      MemberExpression(node) {
        if (isMember(node, "env") && node.object.name === "process")
          context.report({ node, message });
      },
    };
  },
};

function isMember(node, name) {
  return node.type === "MemberExpression" && node.property.name === name;
}

function isDatabase(node) {
  return node?.name === "db" || (node !== undefined && isMember(node, "db"));
}

/**
 * Whether the expression is a chain of calls that begins with `db.query(...)`.
 * @returns {boolean}
 */
function isQuery({ type, callee }) {
  if (type !== "CallExpression" || callee.type !== "MemberExpression") return false;
  const { object } = callee;
  if (isMember(callee, "query") && isDatabase(object)) return true;
  return isQuery(object);
}

export default {
  meta: { name: "ours" },
  rules: {
    "import-order": importOrder,
    "no-clock": noClock,
    "bounded-queries": boundedQueries,
    "table-names": tableNames,
    "args-validator": argsValidator,
    "one-environment": oneEnvironment,
  },
};
