import { areListsMissing } from "@fieldfare/device";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import { useDevice, useLive } from "./device.tsx";
import { useReadTogether } from "./drawn-together.tsx";
import { strings } from "./work-strings.ts";
import { useSyncRun } from "./sync.ts";

/** Shown while the phone has lost its reference data: the close then leaves the root cause out. */
export function MissingLists() {
  const device = useDevice();
  const isMissing = useLive(() => areListsMissing(device), [device]);
  useReadTogether(isMissing !== undefined);
  const isSyncing = useSyncRun() !== null;
  if (!isMissing || isSyncing) return null;
  const text = strings().missingLists;
  const load = async () => {
    const { synchronise } = await import("./synchronise.ts");
    await synchronise(device, { requestedBy: "user" });
  };
  return (
    <div data-later="">
      <Banner tone="warn" title={text.title}>
        <p>{text.text}</p>
        <Button wide onClick={() => void load()}>
          {text.load}
        </Button>
      </Banner>
    </div>
  );
}
