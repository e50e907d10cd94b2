import { type DomainChoice, readDomainList } from "@fieldfare/device";
import { useDevice, useLive } from "../../../phone/device.tsx";

/** Reads the property contact types from reference data; undefined while they are read. */
export function useContactTypes(): readonly DomainChoice[] | undefined {
  const device = useDevice();
  return useLive(() => readDomainList(device, "ContactType", "propertyContact"), [device]);
}
