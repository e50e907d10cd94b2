import { type DomainChoice, readDomainList } from "@fieldfare/device";
import { useDevice, useLive } from "../../phone/device.tsx";
import { Banner } from "../../ui/notice.tsx";
import { strings } from "./strings.ts";

/** One list of reasons, as reference data has brought it; undefined while it is read. */
export function useReasons(
  list: "HoldReason" | "NoAccessReason",
): readonly DomainChoice[] | undefined {
  const device = useDevice();
  return useLive(() => readDomainList(device, list), [device, list]);
}

/** A first start without a network may not have the list yet. */
export function MissingReasons({ reasons }: { reasons: readonly unknown[] }) {
  const text = strings().missingReasons;
  if (reasons.length > 0) return null;
  return (
    <Banner tone="warn" title={text.title}>
      {text.text}
    </Banner>
  );
}

/** What a field of choices takes. */
export function toChoices(reasons: readonly DomainChoice[]) {
  return reasons.map(({ value, text }) => ({ value, text }));
}
