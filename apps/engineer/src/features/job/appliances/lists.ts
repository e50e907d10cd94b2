import { type DomainChoice, readDomainList } from "@fieldfare/device";
import { useDevice, useLive } from "../../../phone/device.tsx";

const names = {
  type: "Type",
  location: "Location",
  fuelType: "FuelType",
  flueType: "FlueType",
  flueDirection: "FlueDirection",
  ownership: "Ownership",
  condition: "Condition",
} as const;

export type ApplianceListField = keyof typeof names;
export type Lists = Readonly<Record<ApplianceListField, readonly DomainChoice[]>>;

/** The options of the appliance fields, from reference data; undefined while they are read. */
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

export function findListText(
  lists: Lists | undefined,
  field: ApplianceListField,
  value: number | null,
): string | undefined {
  return lists?.[field].find((choice) => choice.value === value)?.text;
}
