import { readStorageUse, type StorageUse } from "@fieldfare/device";
import { plausibleStorage } from "@fieldfare/domain";
import { useEffect, useState } from "react";
import { useDevice } from "../../phone/device.tsx";
import { StorageAlarms, useStorageAlarms } from "../../phone/storage-alarm.tsx";
import { Card } from "../../ui/card.tsx";
import { DescriptionList } from "../../ui/description-list.tsx";
import { formatSize } from "../../ui/language.ts";
import { LoadingIndicator, Progress } from "../../ui/loading.tsx";
import { Page } from "../../ui/page.tsx";
import { RowText, Rows } from "../../ui/rows.tsx";
import { strings } from "./strings.ts";

/** Shows how much of the phone's storage the app uses and for what, and whether the browser may delete it. */
export function StorageScreen() {
  const { storage, ...alarms } = useStorageAlarms();
  const uses = useStorageUse();
  const { storage: text } = strings();
  const { isPersistent = null } = storage ?? {};
  const counted = uses?.reduce((sum, { bytes }) => sum + bytes, 0) ?? 0;
  const { usage, quota } = plausibleStorage(storage ?? { usage: null, quota: null }, counted);
  return (
    <Page title={text.title} back="/settings">
      <StorageAlarms {...alarms} />
      <Card>
        <DescriptionList
          items={[
            [
              text.used,
              usage === null
                ? text.unknown
                : quota === null
                  ? formatSize(usage)
                  : text.of(formatSize(usage), formatSize(quota)),
            ],
            [
              text.persistence,
              isPersistent === null ? text.unknown : isPersistent ? text.yes : text.no,
            ],
          ]}
        />
        {usage !== null && quota !== null && (
          <Progress label={text.used} done={usage} total={quota} />
        )}
      </Card>
      <h2>{text.usedFor}</h2>
      {!uses && <LoadingIndicator active label={text.counting} />}
      {uses && (
        <Rows label={text.usedFor}>
          {uses.map(({ purpose, rows, bytes }) => (
            <RowText
              key={purpose}
              label={text.purpose(purpose)}
              detail={text.rows(rows)}
              end={<span>{formatSize(bytes)}</span>}
            />
          ))}
          {usage !== null && usage > counted && (
            <RowText label={text.other} end={<span>{formatSize(usage - counted)}</span>} />
          )}
        </Rows>
      )}
    </Page>
  );
}

/** Counts the storage once, when the screen opens, because that reads every row. Null until the result is there. */
function useStorageUse(): readonly StorageUse[] | null {
  const device = useDevice();
  const [uses, setUses] = useState<readonly StorageUse[] | null>(null);
  useEffect(() => {
    let isActive = true;
    void readStorageUse(device).then((found) => {
      if (isActive) setUses(found);
    });
    return () => {
      isActive = false;
    };
  }, [device]);
  return uses;
}
