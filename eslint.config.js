import js from "@eslint/js";
import convexPlugin from "@convex-dev/eslint-plugin";
import reactHooks from "eslint-plugin-react-hooks";
import globals from "globals";
import tseslint from "typescript-eslint";

const convexRules = Object.fromEntries(
  Object.keys(convexPlugin.rules).map((name) => [
    `@convex-dev/${name}`,
    "error",
  ]),
);

const WORKSPACE_BUILDERS =
  "Build public functions with workspaceQuery, workspaceMutation or workspaceAction (convex/functions.ts).";

export default tseslint.config(
  {
    ignores: [
      "dist/",
      ".data/",
      ".cache/",
      "test-results/",
      "convex/_generated/",
      "src/routeTree.gen.ts",
    ],
  },
  js.configs.recommended,
  {
    files: ["**/*.{ts,tsx}"],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: {
      parserOptions: {
        projectService: true,
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true },
      ],
      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_", varsIgnorePattern: "^_" },
      ],
      // Router redirects are thrown by design; `ConvexError` extends Error.
      "@typescript-eslint/only-throw-error": "off",
      "@typescript-eslint/no-misused-promises": [
        "error",
        { checksVoidReturn: { attributes: false } },
      ],
      eqeqeq: ["error", "always"],
      "no-nested-ternary": "error",
      "max-params": ["error", 4],
    },
  },
  {
    files: [
      "{domain,convex,src,server,scripts}/**/*.{ts,tsx}",
      "packages/*/src/**/*.ts",
    ],
    rules: {
      "max-lines": [
        "error",
        { max: 300, skipBlankLines: false, skipComments: false },
      ],
      "no-console": "error",
    },
  },
  {
    files: ["scripts/**/*.ts", "server/monitoring/log.ts", "server/main.ts"],
    rules: { "no-console": "off" },
  },
  {
    files: ["domain/**/*.ts", "convex/**/*.ts"],
    rules: {
      "no-restricted-globals": ["error", "window", "document", "localStorage"],
    },
  },
  {
    files: ["domain/**/*.ts"],
    rules: {
      "no-restricted-syntax": [
        "error",
        {
          selector:
            "CallExpression[callee.object.name='Date'][callee.property.name='now']",
          message: "A rule never reads the clock: take `now` as an argument.",
        },
        {
          selector: "NewExpression[callee.name='Date'][arguments.length=0]",
          message: "A rule never reads the clock: take `now` as an argument.",
        },
      ],
    },
  },
  {
    files: ["convex/**/*.ts"],
    plugins: { "@convex-dev": convexPlugin },
    rules: convexRules,
  },
  {
    // A public function is built by convex/functions.ts, which checks the workspace.
    files: ["convex/**/*.ts"],
    ignores: ["convex/functions.ts"],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          paths: [
            {
              name: "convex/server",
              importNames: ["queryGeneric", "mutationGeneric", "actionGeneric"],
              message: WORKSPACE_BUILDERS,
            },
          ],
          patterns: [
            {
              regex: "_generated/server(\\.js)?$",
              importNames: ["query", "mutation", "action"],
              message: WORKSPACE_BUILDERS,
            },
          ],
        },
      ],
    },
  },
  {
    files: ["src/**/*.{ts,tsx}"],
    plugins: { "react-hooks": reactHooks },
    languageOptions: { globals: globals.browser },
    rules: reactHooks.configs.recommended.rules,
  },
  {
    files: ["**/*.js", "**/*.mjs"],
    languageOptions: { globals: globals.node },
  },
);
