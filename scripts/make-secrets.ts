// Makes the secrets of the containers in deploy/compose.yaml, once. The address is the one at which people reach the server.
import { generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

const [publicUrl = "", folder = join(import.meta.dirname, "../deploy/secrets")] =
  process.argv.slice(2);
if (!/^https:\/\/[^\s/]+$/.test(publicUrl)) {
  console.error("The address? For example: npm run secrets -- https://fieldfare.example.org");
  process.exit(2);
}

const password = () => randomBytes(24).toString("hex");
const [fieldfare, replicator, postgres, accessKey, secretKey] = Array.from({ length: 5 }, password);
const keySet = ({ privateKey }: { readonly privateKey: KeyObject }) =>
  JSON.stringify({ keys: [{ ...privateKey.export({ format: "jwk" }), kid: "1" }] });
const tokenKeys = [{ id: "1", key: randomBytes(32).toString("base64") }];

const environment = (variables: Readonly<Record<string, string | undefined>>) =>
  Object.entries(variables)
    .map(([name, value]) => `${name}=${value}\n`)
    .join("");

const files = {
  "server.env": environment({
    PUBLIC_URL: publicUrl,
    DATABASE_URL: `postgres://fieldfare:${fieldfare}@pooler:6432/fieldfare`,
    TOKEN_KEYS: JSON.stringify(tokenKeys),
    DOCUMENT_KEYS: keySet(generateKeyPairSync("ed25519")),
    ESCROW_KEYS: keySet(generateKeyPairSync("ec", { namedCurve: "P-256" })),
    METRICS_TOKEN: password(),
    OBJECTS_ACCESS_KEY_ID: accessKey,
    OBJECTS_SECRET_ACCESS_KEY: secretKey,
  }),
  "postgresql.env": environment({
    POSTGRES_PASSWORD: postgres,
    FIELDFARE_PASSWORD: fieldfare,
    REPLICATOR_PASSWORD: replicator,
  }),
  "users.txt": `"fieldfare" "${fieldfare}"\n`,
  "s3.json": JSON.stringify({
    identities: [
      {
        name: "fieldfare",
        credentials: [{ accessKey, secretKey }],
        actions: ["Admin", "Read", "Write", "List"],
      },
    ],
  }),
};

await mkdir(folder, { recursive: true, mode: 0o700 });
for (const [name, text] of Object.entries(files))
  await writeFile(join(folder, name), text, { flag: "wx", mode: 0o644 });
console.log(`The secrets are in ${folder}. Store a copy in a safe place.`);
