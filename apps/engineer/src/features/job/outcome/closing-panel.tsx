import type { ClosingFault, HubSection } from "@fieldfare/domain";
import { ButtonLink } from "../../../ui/button.tsx";
import { LoadingIndicator } from "../../../ui/loading.tsx";
import { Banner } from "../../../ui/notice.tsx";
import { sectionScreens } from "../sections.ts";
import { words } from "../words.ts";
import styles from "./closing-panel.module.css";
import type { ClosingCheck } from "./use-closing-check.ts";

/** Where each fault is mended. */
const mendedIn: Record<ClosingFault, HubSection> = {
  formsIncomplete: "Forms",
  noteMissing: "Engineer Notes",
  partNotAdded: "Parts",
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
  const screen = sectionScreens[mendedIn[fault]];
  return screen && <ButtonLink to={screen.path}>{words().outcome.faults[fault].link}</ButtonLink>;
}
