import { searchReference } from "@fieldfare/device";
import { type CataloguePart, chooseCataloguePart, type PartAnswers } from "@fieldfare/domain";
import { useDevice } from "../../../phone/device.tsx";
import type { FormState } from "../../../ui/form.tsx";
import { Picker } from "../../../ui/picker.tsx";
import { strings } from "./strings.ts";

/** A part of the catalogue. A part from a saved draft has no description: only search results have one. */
type FoundPart = CataloguePart & { readonly key: number; readonly description: string };

/** Searches the catalogue. Choosing a part fills in its description and codes. */
export function CatalogueField({ form }: { form: FormState<PartAnswers> }) {
  const device = useDevice();
  const text = strings();
  const { catalogue } = form.values;
  const choose = (found: FoundPart | null) => {
    if (found === null) return form.set("catalogue", null);
    const { key: _key, ...part } = found;
    const chosen = chooseCataloguePart(form.values, part);
    form.set("shortDescription", chosen.shortDescription);
    form.set("catalogue", chosen.catalogue);
  };
  return (
    <Picker<FoundPart>
      name="catalogue"
      label={text.part}
      hint={text.partHint}
      none={text.noMatch}
      value={catalogue && { ...catalogue, key: 0, description: "" }}
      onChange={choose}
      search={async (typed, max) => {
        const rows = await searchReference(device, "Part", typed, max);
        return (
          rows &&
          rows.map((row) => ({
            key: row.partId,
            description: row.description,
            partUnitTypeId: row.partUnitTypeId,
            manufacturerPartCode: row.manufacturerPartCode,
            internalPartCode: row.partCode,
          }))
        );
      }}
      line={(part) => ({
        key: part.key,
        label: [part.internalPartCode, part.manufacturerPartCode].filter(Boolean).join(", "),
        detail: part.description,
      })}
    />
  );
}
