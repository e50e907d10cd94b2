import { readReference } from "@fieldfare/device";
import { useDevice, useLive } from "../../../phone/device.tsx";

/** Reads the unit names by `partUnitTypeId`; empty while they are read. */
export function useUnits(): ReadonlyMap<number | null, string> {
  const device = useDevice();
  const units = useLive(async () => {
    const rows = await readReference(device, "PartUnitType");
    return new Map(rows.map(({ partUnitTypeId, name }) => [partUnitTypeId, name]));
  }, [device]);
  return units ?? none;
}

const none: ReadonlyMap<number, string> = new Map();
