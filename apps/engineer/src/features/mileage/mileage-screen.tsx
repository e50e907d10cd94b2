import {
  type MileageRow,
  readMileage,
  refreshMileage,
  removeMileage,
  recordingTime,
} from "@fieldfare/device";
import { isMileageEditable } from "@fieldfare/domain";
import { useNavigate } from "@tanstack/react-router";
import { useDevice, useLive } from "../../phone/device.tsx";
import { useRefresh } from "../../phone/refresh.ts";
import { toastRefusal } from "../../phone/refusals.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { formatDateTime } from "../../phone/times.ts";
import { type RemovalWhileSaving, useRemovalWhileSaving } from "../../phone/while-saving.ts";
import { confirm } from "../../ui/dialog.tsx";
import { DescriptionList } from "../../ui/description-list.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { formatNumber } from "../../ui/language.ts";
import { Skeleton } from "../../ui/loading.tsx";
import { LongList } from "../../ui/long-list.tsx";
import { EmptyState } from "../../ui/banner.tsx";
import { Page } from "../../ui/page.tsx";
import { showToast } from "../../ui/toast.tsx";
import styles from "./mileage.module.css";
import { strings } from "./strings.ts";

/** Lists the engineer's mileage entries as the phone has stored them, and fetches them again when it opens. */
export function MileageScreen() {
  const device = useDevice();
  const navigate = useNavigate();
  const records = useLive(() => readMileage(device), [device]);
  // A failed refresh is not shown: the screen shows the stored entries.
  useRefresh(refreshMileage);
  const text = strings();
  return (
    <Page
      title={text.title}
      back="/"
      main={
        <Button kind="main" icon="plus" onClick={() => navigate({ to: "/mileage/add" })}>
          {text.add}
        </Button>
      }
    >
      {!records && <Skeleton />}
      {records?.length === 0 && (
        <EmptyState icon="car" title={text.empty}>
          {text.emptyHint}
        </EmptyState>
      )}
      {records && (
        <LongList
          name="mileage"
          rows={records}
          getKey={(record) => record.clientFieldOperativeMileageId}
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
  const removal = useRemovalWhileSaving(record);
  const text = strings();
  if (removal.isGone) return null;
  return (
    <Card title={record.registration || text.noRegistration}>
      <DescriptionList
        items={[
          [text.dateRecorded, formatDateTime(record.dateRecorded)],
          [text.currentMileage, formatNumber(record.currentMileage)],
        ]}
      />
      <Changes
        record={record}
        removal={removal}
        isToday={isMileageEditable(record, recordingTime(device))}
      />
    </Card>
  );
}

/** The buttons of an entry: an entry of today can be edited or removed, an earlier one corrected with a reason. */
function Changes(props: { record: MileageRow; removal: RemovalWhileSaving; isToday: boolean }) {
  const { record, removal, isToday } = props;
  const device = useDevice();
  const navigate = useNavigate();
  const text = strings();
  const id = record.clientFieldOperativeMileageId;
  const entryLabel = (
    <VisuallyHidden> {text.ofEntry(formatDateTime(record.dateRecorded))}</VisuallyHidden>
  );
  const remove = async () => {
    const isConfirmed = await confirm({
      title: text.confirmDelete,
      text: text.confirmDeleteText,
      confirm: text.confirmDelete,
      danger: true,
    });
    if (!isConfirmed) return;
    const removed = await removal.remove(() => removeMileage(device, id));
    if (!removed.ok) return toastRefusal(removed.refusal, text.refusals);
    showToast({ text: text.removed, kind: "good" });
  };
  return (
    <div className={styles.changes}>
      <Button icon="pencil" onClick={() => navigate({ to: "/mileage/edit", search: { id } })}>
        {isToday ? text.edit : text.correct}
        {entryLabel}
      </Button>
      {isToday && (
        <Button icon="trash" busy={removal.isRemoving && text.removing} onClick={remove}>
          {text.remove}
          {entryLabel}
        </Button>
      )}
    </div>
  );
}
