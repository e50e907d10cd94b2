import { readdir, readFile } from "node:fs/promises";
import { formIds } from "@fieldfare/domain";
import { buildBundle } from "../definition/bundle.ts";
import type { FormBundle, FormDefinition } from "../definition/definition.ts";
import { aForm } from "./forms.ts";

const folder = new URL("../../../../apps/server/forms/", import.meta.url);

/** Reads a form that ships with the product, with its sub-forms. */
export async function readShippedForm(name: keyof typeof formIds): Promise<FormBundle> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(".json"));
  const forms = await Promise.all(files.map(readForm));
  const form = forms.find(({ customFormId }) => customFormId === formIds[name]);
  if (!form) throw new Error(`${name} does not ship`);
  return buildBundle(form, forms);
}

async function readForm(file: string): Promise<FormDefinition> {
  const written = JSON.parse(await readFile(new URL(file, folder), "utf8"));
  const { customFormId, version, name, description, isSubForm, content } = written;
  return aForm([], {
    customFormId,
    version,
    definition: { name, description, isSubForm, content },
  });
}
