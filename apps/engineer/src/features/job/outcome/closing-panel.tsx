import type { ClosingIssue } from "@fieldfare/domain";
import { ButtonLink } from "../../../ui/button.tsx";
import type { PlainPath } from "../../../ui/screen-address.ts";
import { LoadingIndicator } from "../../../ui/loading.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { strings } from "../strings.ts";
import styles from "./closing-panel.module.css";
import { outcomePath } from "./outcome-path.ts";
import type { ClosingCheck } from "./use-closing-check.ts";

/** The screen on which the engineer fixes each issue. */
const fixScreens: Record<ClosingIssue, PlainPath> = {
  formsIncomplete: "/jobs/selected/forms",
  noteMissing: "/jobs/selected/engineer/notes/add",
  partNotAdded: "/jobs/selected/parts",
};

/** Lists the issues that prevent the close, or says that there are none. */
export function ClosingPanel({ check }: { check: ClosingCheck }) {
  const text = strings().outcome;
  const { issues, isChecking } = check;
  return (
    <>
      {isChecking && <LoadingIndicator active label={text.checking} />}
      <div role="status">
        {issues?.length === 0 && (
          <Banner tone="good" title={text.valid}>
            {text.validText}
          </Banner>
        )}
        {issues && issues.length > 0 && (
          <Banner tone="warn" title={text.attention}>
            <p>{text.unable}</p>
            <ul className={styles.issues}>
              {issues.map((issue) => (
                <li key={issue}>
                  <p>{text.issues[issue].text}</p>
                  <ButtonLink to={fixScreens[issue]} returnTo={outcomePath}>
                    {text.issues[issue].link}
                  </ButtonLink>
                </li>
              ))}
            </ul>
          </Banner>
        )}
      </div>
    </>
  );
}
