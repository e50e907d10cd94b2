import { type DomainChoice, readDomainList } from "@fieldfare/device";
import { useDevice, useLive } from "../../../phone/device.tsx";

/** The fields of an appliance whose answer is an option of a list. */
export type ApplianceListField =
  | "type"
  | "location"
  | "fuelType"
  | "flueType"
  | "flueDirection"
  | "ownership"
  | "condition";

export type Lists = Readonly<Record<ApplianceListField, readonly DomainChoice[]>>;

/** Reads the options of the appliance fields from reference data; undefined while they are read. */
export function useLists(): Lists | undefined {
  const device = useDevice();
  return useLive(async () => {
    const read = (name: string) => readDomainList(device, name, "propertyAsset");
    const [type, location, fuelType, flueType, flueDirection, ownership, condition] =
      await Promise.all([
        read("Type"),
        read("Location"),
        read("FuelType"),
        read("FlueType"),
        read("FlueDirection"),
        read("Ownership"),
        read("Condition"),
      ]);
    return { type, location, fuelType, flueType, flueDirection, ownership, condition };
  }, [device]);
}

/** Returns the text of an option; undefined while the lists are read, and for a value that the list does not have. */
export function findListText(
  lists: Lists | undefined,
  field: ApplianceListField,
  value: number | null,
): string | undefined {
  return lists?.[field].find((choice) => choice.value === value)?.text;
}
