import type { ClosingIssue, HubSection } from "@fieldfare/domain";
import { ButtonLink } from "../../../ui/button.tsx";
import { LoadingIndicator } from "../../../ui/loading.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { sectionScreens } from "../sections.ts";
import { strings } from "../strings.ts";
import styles from "./closing-panel.module.css";
import type { ClosingCheck } from "./use-closing-check.ts";

/** The section in which the engineer fixes each issue, and the screen in it. */
const fixScreens: Record<ClosingIssue, { readonly section: HubSection; readonly screen: string }> =
  {
    formsIncomplete: { section: "Forms", screen: "" },
    noteMissing: { section: "Engineer Notes", screen: "/add" },
    partNotAdded: { section: "Parts", screen: "" },
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
                  <FixLink issue={issue} />
                </li>
              ))}
            </ul>
          </Banner>
        )}
      </div>
    </>
  );
}

function FixLink({ issue }: { issue: ClosingIssue }) {
  const { section, screen } = fixScreens[issue];
  const path = sectionScreens[section]?.path;
  if (path === undefined) return null;
  return <ButtonLink to={path + screen}>{strings().outcome.issues[issue].link}</ButtonLink>;
}
