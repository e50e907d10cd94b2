import { maxNoticeReason, type WarningNoticeAnswers, warningNoticeFaults } from "@fieldfare/domain";
import { TextArea } from "../../../ui/field.tsx";
import type { FormOf } from "../../../ui/form.tsx";
import { WriteNotice } from "../warning-notice.tsx";
import { words as jobWords } from "../words.ts";
import { type Closing, formStep } from "./step.tsx";
import styles from "./unused-parts-step.module.css";
import { words } from "./words.ts";

/** A danger of the job has no warning notice: it is written now, or the office reads why not. */
export const warningNoticeStep = formStep<"warningNotice">({
  title: () => words().warningNotice.title,
  parse: (kept) => ({ reason: kept.text("reason") }),
  check: (answers) => {
    const { missing, tooLong } = words().warningNotice;
    const messages = { "notice-reason-missing": missing, "notice-reason-too-long": tooLong };
    const { reason } = warningNoticeFaults(answers);
    return reason ? { reason: messages[reason] } : {};
  },
  Fields: ReasonField,
});

function ReasonField(props: { form: FormOf<WarningNoticeAnswers>; closing: Closing }) {
  const { form, closing } = props;
  const strings = words().warningNotice;
  const issues = jobWords().outcome.danger;
  return (
    <>
      <ul className={styles.parts}>
        {(closing.owedNotices ?? []).map(({ issue, name, recordPath, classes }) => (
          <li key={recordPath} dir="auto">
            {issues[issue](name, classes)}
          </li>
        ))}
      </ul>
      <WriteNotice job={closing.job} kind="danger" />
      <TextArea
        label={strings.reason}
        hint={strings.hint}
        maxLength={maxNoticeReason}
        tooLong={strings.tooLong}
        {...form.field("reason")}
      />
    </>
  );
}
