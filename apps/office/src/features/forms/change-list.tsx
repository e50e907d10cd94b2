import type { FormVersionSummary } from "@fieldfare/contract/office";
import { useState } from "react";
import { Button } from "@mantine/core";
import styles from "./forms.module.css";
import { strings } from "./strings.ts";

type Changes = NonNullable<FormVersionSummary["changes"]>;

const maxShown = 6;

/** What a version changed. A long list is shortened, and opens with its button. */
export function ChangeList({ changes }: { readonly changes: Changes }) {
  const [isWhole, setIsWhole] = useState(false);
  if (changes.length === 0) return <>{strings.noChanges}</>;
  const shown = isWhole ? changes : changes.slice(0, maxShown);
  return (
    <>
      <ul className={styles.changes}>
        {shown.map(({ change, subject, title, details }, index) => (
          <li key={`${subject} ${title} ${index}`} dir="auto">
            {strings.changeWords[change]}: {strings.subjects[subject]} “{title}”
            {details.length > 0 && (
              <ul className={styles.details}>
                {details.map((detail) => (
                  <li key={detail} dir="auto">
                    {detail}
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
      {shown.length < changes.length && (
        <Button size="compact-sm" variant="subtle" onClick={() => setIsWhole(true)}>
          {strings.moreChanges(changes.length - shown.length)}
        </Button>
      )}
    </>
  );
}
