import type { ClosingFault, HubSection } from "@fieldfare/domain";
import { ButtonLink } from "../../../ui/button.tsx";
import { LoadingIndicator } from "../../../ui/loading.tsx";
import { Banner } from "../../../ui/notice.tsx";
import { sectionScreens } from "../sections.ts";
import { words } from "../words.ts";
import styles from "./closing-panel.module.css";
import type { ClosingCheck } from "./use-closing-check.ts";

/** The section in which each fault is mended, and the screen of it that does so. */
const mendedIn: Record<ClosingFault, { readonly section: HubSection; readonly screen: string }> = {
  formsIncomplete: { section: "Forms", screen: "" },
  noteMissing: { section: "Engineer Notes", screen: "/add" },
  partNotAdded: { section: "Parts", screen: "" },
};

/** What stands in the way of closing, or that nothing does. */
export function ClosingPanel({ check }: { check: ClosingCheck }) {
  const spoken = words().outcome;
  const { faults, isChecking } = check;
  return (
    <>
      {isChecking && <LoadingIndicator active label={spoken.checking} />}
      <div role="status">
        {faults?.length === 0 && (
          <Banner tone="good" title={spoken.valid}>
            {spoken.validText}
          </Banner>
        )}
        {faults && faults.length > 0 && (
          <Banner tone="warn" title={spoken.attention}>
            <p>{spoken.unable}</p>
            <ul className={styles.faults}>
              {faults.map((fault) => (
                <li key={fault}>
                  <p>{spoken.faults[fault].text}</p>
                  <MendLink fault={fault} />
                </li>
              ))}
            </ul>
          </Banner>
        )}
      </div>
    </>
  );
}

function MendLink({ fault }: { fault: ClosingFault }) {
  const { section, screen } = mendedIn[fault];
  const path = sectionScreens[section]?.path;
  if (path === undefined) return null;
  return <ButtonLink to={path + screen}>{words().outcome.faults[fault].link}</ButtonLink>;
}
