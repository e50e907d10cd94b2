import { type DomainChoice, readDomainList } from "@fieldfare/device";
import { useDevice, useLive } from "../../../phone/device.tsx";

/** What a contact can be to a property; undefined while it is read. */
export function useContactTypes(): readonly DomainChoice[] | undefined {
  const device = useDevice();
  return useLive(() => readDomainList(device, "ContactType", "propertyContact"), [device]);
}
