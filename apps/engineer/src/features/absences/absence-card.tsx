import type { KnownAbsence } from "@fieldfare/device";
import { cancelBanner } from "@fieldfare/domain";
import { formatWeekday } from "../../ui/days.ts";
import { RecordCard, RecordLine } from "../../ui/record-card.tsx";
import { strings } from "./strings.ts";

/**
 * One absence of the list. It opens the screen that shows all details and cancels it; `year` is the id of the holiday
 * year to which that screen leads back.
 */
export function AbsenceCard(props: { absence: KnownAbsence; year: number | undefined }) {
  const { absence, year } = props;
  const text = strings();
  const banner = cancelBanner(absence);
  return (
    <RecordCard
      to={{
        to: "/absences/cancel/$absenceRequestId",
        params: { absenceRequestId: absence.id },
        search: year === undefined ? {} : { year },
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
