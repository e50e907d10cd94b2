import {
  maxNoticeReason,
  type WarningNoticeAnswers,
  validateWarningNotice,
} from "@fieldfare/domain";
import { TextArea } from "../../../ui/field.tsx";
import type { FormState } from "../../../ui/form.tsx";
import { WriteNotice } from "../warning-notice.tsx";
import { strings as jobStrings } from "../strings.ts";
import { type Closing, formStep } from "./step.tsx";
import styles from "./unused-parts-step.module.css";
import { strings } from "./strings.ts";

/** Asks for the missing warning notice of a danger, or for the reason to close without it, which the office reads. */
export const warningNoticeStep = formStep<"warningNotice">({
  title: () => strings().warningNotice.title,
  check: (answers) => {
    const { missing, tooLong } = strings().warningNotice;
    const messages = { "notice-reason-missing": missing, "notice-reason-too-long": tooLong };
    const { reason } = validateWarningNotice(answers);
    return reason ? { reason: messages[reason] } : {};
  },
  Fields: ReasonField,
});

function ReasonField(props: { form: FormState<WarningNoticeAnswers>; closing: Closing }) {
  const { form, closing } = props;
  const text = strings().warningNotice;
  const issues = jobStrings().outcome.danger;
  return (
    <>
      <ul className={styles.parts}>
        {(closing.missingNotices ?? []).map(({ code, name, recordPath, classes }) => (
          <li key={recordPath} dir="auto">
            {issues[code](name, classes)}
          </li>
        ))}
      </ul>
      <WriteNotice job={closing.job} kind="danger" />
      <TextArea
        label={text.reason}
        hint={text.hint}
        maxLength={maxNoticeReason}
        tooLong={text.tooLong}
        {...form.field("reason")}
      />
    </>
  );
}
