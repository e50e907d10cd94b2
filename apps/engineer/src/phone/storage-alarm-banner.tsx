import { requestPersistentStorage } from "@fieldfare/device";
import { isWorkInDanger, type StorageAlarm } from "@fieldfare/domain";
import { useEffect, useState } from "react";
import { Banner } from "../ui/banner.tsx";
import { Button, ButtonLink } from "../ui/button.tsx";
import { Stack } from "../ui/card.tsx";
import { showToast } from "../ui/toast.tsx";
import { useDevice } from "./device.tsx";
import { storageStrings as strings } from "./storage-strings.ts";

/**
 * Says what may be lost, with the buttons that protect it. `onChange` is called after one of them changed the storage.
 * `isLate`: it stands at the end of the screen, where nobody may see it.
 */
export function StorageAlarmBanner(props: {
  readonly alarms: readonly StorageAlarm[];
  readonly isLate: boolean;
  readonly onChange: () => void;
}) {
  const { alarms, isLate, onChange } = props;
  const device = useDevice();
  const [isRefused, setRefused] = useState(false);
  const text = strings();
  const requestPersistence = async () => {
    setRefused((await requestPersistentStorage(device)) !== true);
    onChange();
  };
  const urgent = isWorkInDanger(alarms);
  const title = text.title(alarms);
  const message = isLate && urgent ? text.below : null;
  useEffect(() => {
    if (message !== null)
      showToast({ key: "storage", kind: "danger", duration: "long", title, text: message });
  }, [title, message]);
  return (
    <div data-later="">
      <Banner tone={urgent ? "danger" : "warn"} title={title}>
        <Stack>
          {alarms.map((alarm) => (
            <p key={alarm}>{text.alarm[alarm]}</p>
          ))}
          {isRefused && alarms.includes("not-persistent") && <p>{text.refused}</p>}
          {alarms.includes("not-persistent") && (
            <Button wide onClick={() => void requestPersistence()}>
              {text.keep}
            </Button>
          )}
          {(urgent || alarms.includes("one-copy")) && (
            <ButtonLink to="/settings/rescue" wide>
              {text.rescue}
            </ButtonLink>
          )}
        </Stack>
      </Banner>
    </div>
  );
}
