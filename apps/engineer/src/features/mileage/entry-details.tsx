import type { MileageRow } from "@fieldfare/device";
import { Card } from "../../ui/card.tsx";
import { formatDateTime } from "../../phone/times.ts";
import { DescriptionList } from "../../ui/description-list.tsx";
import { formatNumber } from "../../ui/language.ts";
import { strings } from "./strings.ts";

/** The entry before or after another one, read-only. */
export function EntryDetails({ title, entry }: { title: string; entry: MileageRow }) {
  const text = strings();
  return (
    <Card title={title}>
      <DescriptionList
        items={[
          [text.registration, entry.registration || text.noRegistration],
          [text.dateRecorded, formatDateTime(entry.dateRecorded)],
          [text.currentMileage, formatNumber(entry.currentMileage)],
        ]}
      />
    </Card>
  );
}
