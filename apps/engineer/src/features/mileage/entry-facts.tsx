import type { MileageRow } from "@fieldfare/device";
import { Card } from "../../ui/card.tsx";
import { formatDateTime } from "../../ui/dates.ts";
import { Facts } from "../../ui/facts.tsx";
import { formatNumber } from "../../ui/language.ts";
import { words } from "./words.ts";

/** An entry as it stands before or after another; it can only be read. */
export function EntryFacts({ title, entry }: { title: string; entry: MileageRow }) {
  const spoken = words();
  return (
    <Card title={title}>
      <Facts
        facts={[
          [spoken.registration, entry.registration || spoken.noRegistration],
          [spoken.dateRecorded, formatDateTime(entry.dateRecorded)],
          [spoken.currentMileage, formatNumber(entry.currentMileage)],
        ]}
      />
    </Card>
  );
}
