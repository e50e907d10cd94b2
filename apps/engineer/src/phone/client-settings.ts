import type { ClientSettings } from "@fieldfare/contract";
import { readClientSettings, refreshClientSettings } from "@fieldfare/device";
import { useEffect, useState } from "react";
import { useDevice } from "./device.tsx";

/** Returns the stored client settings at once, and the server's current ones as soon as they are fetched. */
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
