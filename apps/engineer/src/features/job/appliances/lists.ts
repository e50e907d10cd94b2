import { type DomainChoice, readDomainList } from "@fieldfare/device";
import { useDevice, useLive } from "../../../device/device.tsx";

const names = {
  type: "Type",
  location: "Location",
  fuelType: "FuelType",
  flueType: "FlueType",
  flueDirection: "FlueDirection",
  ownership: "Ownership",
  condition: "Condition",
} as const;

export type ListedField = keyof typeof names;
export type Lists = Readonly<Record<ListedField, readonly DomainChoice[]>>;

/** What the fields of an appliance are chosen from; undefined while it is read. */
export function useLists(): Lists | undefined {
  const device = useDevice();
  return useLive(async () => {
    const entries = Object.entries(names).map(async ([field, name]) => [
      field,
      await readDomainList(device, name, "propertyAsset"),
    ]);
    return Object.fromEntries(await Promise.all(entries)) as Lists;
  }, [device]);
}

export function textOf(
  lists: Lists | undefined,
  field: ListedField,
  value: number | null,
): string | undefined {
  return lists?.[field].find((choice) => choice.value === value)?.text;
}
