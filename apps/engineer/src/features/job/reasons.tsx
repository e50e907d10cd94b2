import { type DomainChoice, readDomainList } from "@fieldfare/device";
import { useDevice, useLive } from "../../phone/device.tsx";
import { Banner } from "../../ui/banner.tsx";
import { strings } from "./strings.ts";

/** Reads a list of reasons from reference data; undefined while it is read. */
export function useReasons(
  list: "HoldReason" | "NoAccessReason",
): readonly DomainChoice[] | undefined {
  const device = useDevice();
  return useLive(() => readDomainList(device, list), [device, list]);
}

/** Explains an empty list: after a first start without a network the list may not be on the device yet. */
export function MissingReasons({ reasons }: { reasons: readonly unknown[] }) {
  const text = strings().missingReasons;
  if (reasons.length > 0) return null;
  return (
    <Banner tone="warn" title={text.title}>
      {text.text}
    </Banner>
  );
}

/** Converts reasons to the options of a choice field. */
export function toChoices(reasons: readonly DomainChoice[]) {
  return reasons.map(({ value, text }) => ({ value, text }));
}
