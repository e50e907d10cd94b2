import type { ClientSettings } from "@fieldfare/contract";
import { readClientSettings, refreshClientSettings } from "@fieldfare/device";
import { useEffect, useState } from "react";
import { useDevice } from "./device.tsx";

/** What whoever runs the system has set for the app: as last heard, and once it is heard anew. */
export function useClientSettings(): ClientSettings {
  const device = useDevice();
  const [settings, setSettings] = useState(readClientSettings);
  useEffect(() => {
    let isCurrent = true;
    void refreshClientSettings(device).then((refreshed) => {
      if (isCurrent) setSettings(refreshed);
    });
    return () => {
      isCurrent = false;
    };
  }, [device]);
  return settings;
}
