import { relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { findImportViolation } from "./import-rules.ts";

const repository = fileURLToPath(new URL("../..", import.meta.url));

type Source = { readonly type: string; readonly value?: unknown };
type Importing = { readonly source?: Source | null };
type Context = {
  readonly cwd: string;
  readonly physicalFilename: string;
  report(problem: { node: unknown; message: string }): void;
};

/** A custom rule: it resolves relative imports before it checks them, which a pattern on their text cannot do. */
const importRules = {
  meta: {
    type: "problem",
    docs: { description: "imports follow the import rules of docs/architecture.md" },
  },
  create(context: Context) {
    const root = context.physicalFilename.startsWith(repository) ? repository : context.cwd;
    const file = relative(root, context.physicalFilename).split(sep).join("/");
    const check = ({ source }: Importing): void => {
      if (typeof source?.value !== "string") return;
      const reason = findImportViolation(file, source.value);
      if (reason) context.report({ node: source, message: reason });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
      TSImportType: check,
    };
  },
};

export default { meta: { name: "fieldfare" }, rules: { "import-rules": importRules } };
