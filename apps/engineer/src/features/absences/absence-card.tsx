import type { KnownAbsence } from "@fieldfare/device";
import { cancelBanner } from "@fieldfare/domain";
import { formatWeekday } from "../../ui/dates.ts";
import { RecordCard, RecordLine } from "../../ui/record-card.tsx";
import { strings } from "./strings.ts";

/** One absence of the list. It opens the screen that shows all details and cancels it. */
export function AbsenceCard({ absence }: { absence: KnownAbsence }) {
  const text = strings();
  const banner = cancelBanner(absence);
  return (
    <RecordCard
      to={{
        to: "/absences/cancel/$absenceRequestId",
        params: { absenceRequestId: absence.id },
      }}
      title={text.types[absence.type]}
      mark={absence.isUnsent ? text.unsent : banner && text.cancelMarks[banner]}
    >
      {formatDays(absence).map((days) => (
        <RecordLine key={days}>
          <span>{days}</span>
        </RecordLine>
      ))}
      <RecordLine>
        <span>{text.days(absence.dayCount)}</span>
      </RecordLine>
    </RecordCard>
  );
}

/** The days of an absence as it is shown, for example "Mon 3 March to Wed 5 March": one text for each run of days. */
export function formatDays({ days }: Pick<KnownAbsence, "days">): readonly string[] {
  return days.map(({ dateFrom, dateTo }) =>
    strings().range(formatWeekday(dateFrom), formatWeekday(dateTo)),
  );
}
