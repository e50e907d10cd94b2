import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { repository, runTool } from "../tools.ts";
import { findImportViolation } from "./import-rules.ts";

describe("an import that the rules allow is accepted", () => {
  test.each([
    ["packages/domain/src/job/life.ts", "../result.ts"],
    ["packages/domain/src/job/life.test.ts", "vitest"],
    ["packages/contract/src/schema.ts", "zod"],
    ["packages/contract/src/schema.ts", "@fieldfare/domain"],
    ["packages/device/src/polling/poll.ts", "../actions/cancel-job.ts"],
    ["packages/device/src/actions/start-travel.ts", "../outbox/queue.ts"],
    ["packages/device/src/actions/start-travel.ts", "../database/jobs.ts"],
    ["packages/device/src/outbox/sender.ts", "../api/client.ts"],
    ["packages/device/src/outbox/sender.ts", "../session/token.ts"],
    ["packages/device/src/outbox/sender.ts", "@fieldfare/contract"],
    ["packages/device/src/database/open.ts", "dexie"],
    ["apps/engineer/src/app/router.tsx", "../features/job-list/screen.tsx"],
    ["apps/engineer/src/features/job-list/parts/card.tsx", "../screen.tsx"],
    ["apps/engineer/src/features/job-list/screen.tsx", "../../ui/button.tsx"],
    ["apps/engineer/src/features/job-list/screen.tsx", "@fieldfare/device"],
    ["apps/engineer/src/worker/worker.ts", "@fieldfare/device"],
    ["apps/engineer/src/catalogue/parts.tsx", "../ui/button.tsx"],
    ["apps/newcomer/src/features/board/screen.tsx", "@fieldfare/contract"],
    ["apps/server/src/app.ts", "./areas/jobs/routes.ts"],
    ["apps/server/src/areas/jobs/store.ts", "../../database/schema.ts"],
    ["apps/server/src/areas/jobs/routes.ts", "../../http/errors.ts"],
    ["apps/server/src/messages/receive.ts", "../database/schema.ts"],
    ["proof/simulation/world.ts", "@fieldfare/server"],
    ["proof/simulation/world.ts", "../../apps/server/src/app.ts"],
  ])("%s imports %s", (file, specifier) => {
    expect(findImportViolation(file, specifier)).toBeUndefined();
  });
});

describe("an import against the rules is refused", () => {
  test.each([
    ["packages/domain/src/job/life.ts", "zod"],
    ["packages/domain/src/job/life.ts", "node:crypto"],
    ["packages/domain/src/job/life.ts", "@fieldfare/contract"],
    ["packages/domain/src/job/life.ts", "../../../contract/src/index.ts"],
    ["packages/contract/src/schema.ts", "dexie"],
    ["packages/contract/src/schema.ts", "@fieldfare/device"],
    ["packages/device/src/outbox/sender.ts", "@fieldfare/engineer"],
    ["packages/device/src/outbox/sender.ts", "@fieldfare/server"],
    ["packages/device/src/outbox/sender.ts", "react"],
    ["packages/device/src/outbox/sender.ts", "node:fs"],
    ["packages/device/src/outbox/sender.ts", "../actions/start-travel.ts"],
    ["packages/device/src/outbox/sender.ts", "../polling/poll.ts"],
    ["packages/device/src/actions/start-travel.ts", "../polling/poll.ts"],
    ["packages/device/src/database/open.ts", "../outbox/queue.ts"],
    ["packages/device/src/api/client.ts", "../outbox/queue.ts"],
    ["packages/device/src/newcomer/thing.ts", "../polling/poll.ts"],
    ["packages/newcomer/src/thing.ts", "@fieldfare/device"],
    ["apps/engineer/src/features/job-list/screen.tsx", "../close-job/screen.tsx"],
    ["apps/engineer/src/features/job-list/parts/card.tsx", "../../close-job/screen.tsx"],
    ["apps/engineer/src/features/newcomer/screen.tsx", "../job-list/screen.tsx"],
    ["apps/engineer/src/features/job-list/screen.tsx", "../../app/router.tsx"],
    ["apps/engineer/src/features/job-list/screen.tsx", "../../main.tsx"],
    ["apps/engineer/src/features/job-list/screen.tsx", "../../worker/worker.ts"],
    ["apps/engineer/src/features/job-list/screen.tsx", "node:fs"],
    ["apps/engineer/src/ui/button.tsx", "../features/job-list/screen.tsx"],
    ["apps/engineer/src/ui/button.tsx", "@fieldfare/device"],
    ["apps/engineer/src/app/routes.ts", "../catalogue/parts.tsx"],
    ["apps/engineer/src/worker/worker.ts", "../ui/button.tsx"],
    ["apps/engineer/src/app/router.tsx", "@fieldfare/server"],
    ["apps/engineer/src/app/router.tsx", "../../../newcomer/src/app/router.tsx"],
    ["apps/newcomer/src/app/router.tsx", "@fieldfare/engineer"],
    ["apps/newcomer/src/app/router.tsx", "@fieldfare/device"],
    ["apps/newcomer/src/features/one/screen.tsx", "../two/screen.tsx"],
    ["apps/server/src/app.ts", "@fieldfare/device"],
    ["apps/server/src/database/schema.ts", "../areas/jobs/store.ts"],
    ["apps/server/src/database/schema.ts", "../http/errors.ts"],
    ["apps/server/src/messages/receive.ts", "../areas/jobs/store.ts"],
    ["apps/server/src/areas/jobs/routes.ts", "../../app.ts"],
    ["apps/server/src/newcomer/thing.ts", "../areas/jobs/store.ts"],
  ])("%s imports %s", (file, specifier) => {
    expect(findImportViolation(file, specifier)).toEqual(expect.any(String));
  });
});

describe("the linter reports violations", () => {
  let folder: string;
  let violations: { code: string; filename: string }[];

  const files: Readonly<Record<string, string>> = {
    "apps/engineer/src/features/one/bad.ts": `export { two } from "../two/good.ts";\n`,
    "apps/engineer/src/features/one/lazy.ts": `export const lazy = () => import("../two/good.ts");\n`,
    "apps/engineer/src/features/two/good.ts": `export const two = 2;\n`,
    "packages/domain/src/bad.ts": `import { z } from "zod";\n\nexport const schema = z.string();\n`,
    "packages/domain/src/circle.ts": `import { square } from "./square.ts";\n\nexport const circle = (): unknown => square;\n`,
    "packages/domain/src/square.ts": `import { circle } from "./circle.ts";\n\nexport const square = (): unknown => circle;\n`,
    "packages/domain/src/any.ts": `export const loose = (value: any): string => value;\n`,
    "packages/domain/src/floating.ts": `async function save(): Promise<void> {}\n\nexport function forget(): void {\n  save();\n}\n`,
    "packages/domain/src/good.ts": `export const fine = 1;\n`,
    "packages/domain/src/BadName.ts": `export const name = 1;\n`,
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "fieldfare-lint-"));
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    writeFileSync(join(folder, "tsconfig.json"), `{ "compilerOptions": { "strict": true } }`);
    cpSync(join(repository, ".oxlintrc.json"), join(folder, ".oxlintrc.json"));
    mkdirSync(join(folder, "scripts"));
    symlinkSync(join(repository, "scripts/lint"), join(folder, "scripts/lint"), "dir");
    const { output } = await runTool("oxlint", ["--format=json"], { folder, quiet: true });
    violations = (JSON.parse(output) as { diagnostics: typeof violations }).diagnostics;
  });

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  test.each([
    ["apps/engineer/src/features/one/bad.ts", "fieldfare(import-rules)"],
    ["apps/engineer/src/features/one/lazy.ts", "fieldfare(import-rules)"],
    ["packages/domain/src/bad.ts", "fieldfare(import-rules)"],
    ["packages/domain/src/circle.ts", "import(no-cycle)"],
    ["packages/domain/src/any.ts", "typescript(no-explicit-any)"],
    ["packages/domain/src/floating.ts", "typescript(no-floating-promises)"],
    ["packages/domain/src/BadName.ts", "unicorn(filename-case)"],
  ])("%s is reported by %s", (filename, code) => {
    expect(violations).toContainEqual(expect.objectContaining({ filename, code }));
  });

  test.each(["packages/domain/src/good.ts", "apps/engineer/src/features/two/good.ts"])(
    "%s is not reported",
    (filename) => {
      expect(violations.filter((violation) => violation.filename === filename)).toEqual([]);
    },
  );
});
