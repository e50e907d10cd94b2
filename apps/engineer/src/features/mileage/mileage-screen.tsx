import {
  type MileageRow,
  readMileage,
  refreshMileage,
  removeMileage,
  recordingTime,
} from "@fieldfare/device";
import { isMileageEditable } from "@fieldfare/domain";
import { useNavigate } from "@tanstack/react-router";
import { useDevice, useLive } from "../../device/device.tsx";
import { useRefresh } from "../../device/refresh.ts";
import { speakRefusal } from "../../device/refusals.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { formatDateTime } from "../../ui/dates.ts";
import { confirm } from "../../ui/dialog.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Hidden } from "../../ui/hidden.tsx";
import { formatNumber } from "../../ui/language.ts";
import { Skeleton } from "../../ui/loading.tsx";
import { LongList } from "../../ui/long-list.tsx";
import { EmptyState } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { showToast } from "../../ui/toast.tsx";
import styles from "./mileage.module.css";
import { words } from "./words.ts";

export function MileageScreen() {
  const device = useDevice();
  const navigate = useNavigate();
  const records = useLive(() => readMileage(device), [device]);
  // A failure is nobody's business here: what the device has is shown.
  useRefresh(refreshMileage);
  const spoken = words();
  return (
    <Page
      title={spoken.title}
      back="/"
      main={
        <Button kind="main" icon="plus" onClick={() => navigate({ to: "/mileage/add" })}>
          {spoken.add}
        </Button>
      }
    >
      {!records && <Skeleton />}
      {records?.length === 0 && (
        <EmptyState icon="car" title={spoken.empty}>
          {spoken.emptyHint}
        </EmptyState>
      )}
      {records && (
        <LongList
          name="mileage"
          rows={records}
          keyOf={(record) => record.clientFieldOperativeMileageId}
          estimate={() => 170}
        >
          {(record) => <MileageCard record={record} />}
        </LongList>
      )}
    </Page>
  );
}

function MileageCard({ record }: { record: MileageRow }) {
  const device = useDevice();
  const spoken = words();
  return (
    <Card title={record.registration || spoken.noRegistration}>
      <Facts
        facts={[
          [spoken.dateRecorded, formatDateTime(record.dateRecorded)],
          [spoken.currentMileage, formatNumber(record.currentMileage)],
        ]}
      />
      <Changes record={record} isToday={isMileageEditable(record, recordingTime(device))} />
    </Card>
  );
}

/** An entry of today is edited or removed; an earlier one is corrected with a reason. */
function Changes({ record, isToday }: { record: MileageRow; isToday: boolean }) {
  const device = useDevice();
  const navigate = useNavigate();
  const spoken = words();
  const id = record.clientFieldOperativeMileageId;
  const of = <Hidden> {spoken.ofEntry(formatDateTime(record.dateRecorded))}</Hidden>;
  const remove = async () => {
    const isWanted = await confirm({
      title: spoken.confirmDelete,
      text: spoken.confirmDeleteText,
      confirm: spoken.confirmDelete,
      danger: true,
    });
    if (!isWanted) return;
    const removed = await removeMileage(device, id);
    if (!removed.ok) return speakRefusal(removed.refusal, spoken.refusals);
    showToast({ text: spoken.removed, kind: "good" });
  };
  return (
    <div className={styles.changes}>
      <Button icon="pencil" onClick={() => navigate({ to: "/mileage/edit", search: { id } })}>
        {isToday ? spoken.edit : spoken.correct}
        {of}
      </Button>
      {isToday && (
        <Button icon="trash" onClick={remove}>
          {spoken.remove}
          {of}
        </Button>
      )}
    </div>
  );
}
