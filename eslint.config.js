/** What oxlint (.oxlintrc.json) cannot check: Convex's rules that need types, and the clock in `domain`. */
import convexPlugin from "@convex-dev/eslint-plugin";
import tseslint from "typescript-eslint";

const CLOCK = "A rule never reads the clock: take `now` as an argument.";

export default tseslint.config(
  { ignores: ["convex/_generated/"] },
  {
    files: ["domain/**/*.ts"],
    languageOptions: { parser: tseslint.parser },
    rules: {
      "no-restricted-syntax": [
        "error",
        {
          selector:
            "CallExpression[callee.object.name='Date'][callee.property.name='now']",
          message: CLOCK,
        },
        {
          selector: "NewExpression[callee.name='Date'][arguments.length=0]",
          message: CLOCK,
        },
      ],
    },
  },
  {
    files: ["convex/**/*.ts"],
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: {
        projectService: true,
        tsconfigRootDir: import.meta.dirname,
      },
    },
    plugins: { "@convex-dev": convexPlugin },
    rules: {
      "@convex-dev/explicit-table-ids": "error",
      "@convex-dev/no-collect-in-query": "error",
      "@convex-dev/no-filter-in-query": "error",
    },
  },
);
