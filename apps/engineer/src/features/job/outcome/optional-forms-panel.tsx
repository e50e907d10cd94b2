import { type JobRow, readFormCards } from "@fieldfare/device";
import { isFormBegun, type OutcomeId, unfilledOptionalForms } from "@fieldfare/domain";
import { useDevice, useLive } from "../../../phone/device.tsx";
import { useReadTogether } from "../../../phone/drawn-together.tsx";
import { ButtonLink } from "../../../ui/button.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { useFormName } from "../forms/form-name.ts";
import { sectionScreens } from "../sections.ts";
import { strings } from "../strings.ts";

/** Lists incomplete forms that are recommended or were added to the job. They do not prevent the close. */
export function OptionalFormsPanel(props: {
  job: JobRow;
  outcomeId: OutcomeId | null;
  /** The id of a form that another panel already asks for. */
  except: string | null;
}) {
  const { job, outcomeId, except } = props;
  const device = useDevice();
  const nameForm = useFormName();
  const cards = useLive(() => readFormCards(device, job), [device, job]);
  useReadTogether(cards !== undefined);
  if (!cards || outcomeId === null) return null;
  const entries = cards.map(({ entry }) => entry);
  const unfilled = unfilledOptionalForms(outcomeId, entries);
  const shown = cards.filter(
    ({ entry, isUnopenable }) =>
      unfilled.includes(entry) && !isUnopenable && entry.customFormId !== except,
  );
  if (shown.length === 0) return null;
  const namesWhere = (isBegun: boolean) =>
    shown.filter(({ entry }) => isFormBegun(entry) === isBegun).map(nameForm);
  const [notBegun, begun] = [namesWhere(false), namesWhere(true)];
  const text = strings().outcome.optionalForms;
  return (
    <Banner tone="info" title={text.title}>
      {notBegun.length > 0 && <p dir="auto">{text.notFilledIn(notBegun)}</p>}
      {begun.length > 0 && <p dir="auto">{text.notCompleted(begun)}</p>}
      <p>{text.text}</p>
      <ButtonLink to={sectionScreens.Forms.path}>{text.link}</ButtonLink>
    </Banner>
  );
}
