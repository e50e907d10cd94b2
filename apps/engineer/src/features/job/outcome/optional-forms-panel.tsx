import { type JobRow, readFormCards } from "@fieldfare/device";
import { type OutcomeId, unfilledOptionalForms } from "@fieldfare/domain";
import { useDevice, useLive } from "../../../device/device.tsx";
import { ButtonLink } from "../../../ui/button.tsx";
import { Banner } from "../../../ui/notice.tsx";
import { words as formWords } from "../forms/words.ts";
import { sectionScreens } from "../sections.ts";
import { words } from "../words.ts";

/** Forms that are recommended or were added, and are not complete. They do not stop the close. */
export function OptionalFormsPanel(props: {
  job: JobRow;
  outcomeId: OutcomeId | null;
  /** A form that another panel asks for. */
  except: string | null;
}) {
  const { job, outcomeId, except } = props;
  const device = useDevice();
  const cards = useLive(() => readFormCards(device, job), [device, job]);
  if (!cards || outcomeId === null) return null;
  const entries = cards.map(({ entry }) => entry);
  const unfilled = unfilledOptionalForms(outcomeId, entries);
  const shown = cards.filter(
    ({ entry, cannotBeOpened }) =>
      unfilled.includes(entry) && !cannotBeOpened && entry.customFormId !== except,
  );
  if (shown.length === 0) return null;
  const namesWhere = (isBegun: boolean) =>
    shown
      .filter(({ entry }) => (entry.completionStatus !== "NotStarted") === isBegun)
      .map(({ name }) => name ?? formWords().unknownForm);
  const [notBegun, begun] = [namesWhere(false), namesWhere(true)];
  const strings = words().outcome.optionalForms;
  return (
    <Banner tone="info" title={strings.title}>
      {notBegun.length > 0 && <p dir="auto">{strings.notFilledIn(notBegun)}</p>}
      {begun.length > 0 && <p dir="auto">{strings.notCompleted(begun)}</p>}
      <p>{strings.text}</p>
      <ButtonLink to={`${sectionScreens.Forms?.path}`}>{strings.link}</ButtonLink>
    </Banner>
  );
}
