import type { SafetyForm } from "@fieldfare/contract/office";
import { needsWarningNotice } from "@fieldfare/domain";
import { Pill, type Tone } from "../../ui/pill.tsx";
import styles from "./finding-text.module.css";
import { findingStrings } from "./strings.ts";

export type Finding = SafetyForm["findings"][number];

const tones: Readonly<Record<NonNullable<Finding["classification"]>, Tone>> = {
  ID: "danger",
  AR: "danger",
  NCS: "neutral",
};

/** Says what a record or a notice found, what was done about it, and its warning notice. */
export function FindingText({ finding }: { readonly finding: Finding }) {
  const { classification, name, fault, action, isNoticeIssued, noticeNumber } = finding;
  return (
    <>
      <div className={styles.marks}>
        <Pill tone={classification === null ? "warn" : tones[classification]}>
          {classification === null
            ? findingStrings.noClass
            : findingStrings.classes[classification]}
        </Pill>
        <strong>{name}</strong>
        {isNoticeIssued === true && (
          <Pill tone="neutral">{findingStrings.notice(noticeNumber)}</Pill>
        )}
        {isNoticeIssued !== true && needsWarningNotice(classification) && (
          <Pill tone="warn">{findingStrings.noNotice}</Pill>
        )}
        {finding.isRefused && <Pill tone="danger">{findingStrings.refused}</Pill>}
        {finding.isReportable && <Pill tone="warn">{findingStrings.reportable}</Pill>}
      </div>
      {fault !== "" && <div>{fault}</div>}
      {action !== "" && <div className={styles.note}>{findingStrings.done(action)}</div>}
    </>
  );
}
