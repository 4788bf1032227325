/** The rules of the page's code. What Prettier formats is not ESLint's business. */

import js from "@eslint/js";
import { defineConfig } from "eslint/config";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";

/** Forbids imports by their path. All of the order of the folders is in tests/web/test_modules.py. */
function mayNotImport(files, regex, message) {
  return { files, rules: { "no-restricted-imports": ["error", { patterns: [{ regex, message }] }] } };
}

export default defineConfig(
  { ignores: ["src/lib/api/contract.ts", "src/lib/api/constants.ts"] },
  js.configs.recommended,
  ts.configs.recommendedTypeChecked,
  svelte.configs.recommended,
  svelte.configs.prettier,
  {
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: { "sort-imports": ["error", { ignoreDeclarationSort: true }] },
    languageOptions: {
      globals: globals.browser,
      parserOptions: {
        projectService: { allowDefaultProject: ["vite.config.ts", "build/*.ts"], defaultProject: "tsconfig.node.json" },
        extraFileExtensions: [".svelte"],
        tsconfigRootDir: import.meta.dirname,
      },
    },
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser } },
  },
  {
    files: ["**/*.svelte"],
    rules: {
      // What components hand each other is `any` to ESLint, which does not read .svelte files; svelte-check types it.
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-call": "off",
      "@typescript-eslint/no-unsafe-return": "off",
    },
  },
  {
    files: ["**/*.js"],
    extends: [ts.configs.disableTypeChecked],
    languageOptions: { globals: { ...globals.serviceworker, ...globals.node } },
  },
  mayNotImport(["src/board/**"], "^\\.\\./", "The board imports nothing of the page around it."),
  mayNotImport(["src/lib/**"], "/(table|learn|pages)/", "lib/ stands below the pages."),
  mayNotImport(["src/table/**"], "/(learn|pages)/", "The table knows no other page."),
  mayNotImport(["src/learn/**"], "/pages/", "Lessons know no page but their own."),
);
