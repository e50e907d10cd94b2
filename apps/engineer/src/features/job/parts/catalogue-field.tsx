import { searchReference } from "@fieldfare/device";
import { type CataloguePart, chooseCataloguePart, type PartAnswers } from "@fieldfare/domain";
import { useDevice } from "../../../device/device.tsx";
import type { FormOf } from "../../../ui/form.tsx";
import { Picker } from "../../../ui/picker.tsx";
import { words } from "./words.ts";

/** A part of the catalogue; its description is known as long as it has just been searched. */
type Found = CataloguePart & { readonly key: number; readonly description: string };

/** Finds the part in the catalogue, which brings its description and codes along. */
export function CatalogueField({ form }: { form: FormOf<PartAnswers> }) {
  const device = useDevice();
  const spoken = words();
  const { catalogue } = form.values;
  const choose = (found: Found | null) => {
    if (found === null) return form.set("catalogue", null);
    const { key: _key, ...part } = found;
    const chosen = chooseCataloguePart(form.values, part);
    form.set("shortDescription", chosen.shortDescription);
    form.set("catalogue", chosen.catalogue);
  };
  return (
    <Picker<Found>
      name="catalogue"
      label={spoken.part}
      hint={spoken.partHint}
      none={spoken.noMatch}
      value={catalogue && { ...catalogue, key: 0, description: "" }}
      onChange={choose}
      search={async (typed, most) => {
        const rows = await searchReference(device, "Part", typed, most);
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
