import { type FormCard, readFormCards } from "@fieldfare/device";
import { isAvailable, requirementLabel } from "@fieldfare/domain";
import { lazy, Suspense, useEffect, useState } from "react";
import { useDevice, useLive } from "../../../device/device.tsx";
import { Button } from "../../../ui/button.tsx";
import { Stack } from "../../../ui/card.tsx";
import { formatDateTime } from "../../../ui/dates.ts";
import { Skeleton } from "../../../ui/loading.tsx";
import { EmptyState } from "../../../ui/notice.tsx";
import { RecordCard, RecordLine } from "../../../ui/record-card.tsx";
import { JobPage } from "../job-page.tsx";
import { PaperLink } from "../papers/paper-link.tsx";
import type { JobScreen } from "../selected-job.tsx";
import styles from "./forms-screen.module.css";
import { loadFilling } from "./loading.ts";
import { words } from "./words.ts";

const FindForm = lazy(() => import("./find-form.tsx").then((m) => ({ default: m.FindForm })));

/** What has to be, may be and has been filled in for the job. */
export function FormsScreen({ job }: JobScreen) {
  const device = useDevice();
  const [isFinding, setFinding] = useState(false);
  const cards = useLive(() => readFormCards(device, job), [device, job]);
  const spoken = words();
  const isEditable = isAvailable("edit-work", job);
  useEffect(() => {
    // The library is large: it is ready by the time that a form is tapped.
    const later = setTimeout(() => void loadFilling().catch(() => undefined), 600);
    return () => clearTimeout(later);
  }, []);
  return (
    <JobPage
      job={job}
      title={spoken.title}
      action={
        isEditable && (
          <Button kind="header" icon="plus" onClick={() => setFinding(true)}>
            {spoken.add}
          </Button>
        )
      }
    >
      {!cards && <Skeleton />}
      {cards?.length === 0 && (
        <EmptyState icon="clipboard" title={spoken.empty}>
          {isEditable && spoken.emptyHint}
        </EmptyState>
      )}
      {cards?.map((card) => (
        <Card key={card.entry.customFormId} card={card} />
      ))}
      {isFinding && (
        <Suspense>
          <FindForm job={job} onClose={() => setFinding(false)} />
        </Suspense>
      )}
    </JobPage>
  );
}

function Card({ card: { entry, name, description, cannotBeOpened } }: { card: FormCard }) {
  const spoken = words();
  const { completedOn, savedOnDateTime } = entry;
  return (
    <Stack>
      <RecordCard
        to={`/jobs/selected/form/${entry.customFormId}`}
        title={name ?? spoken.unknownForm}
        mark={spoken.progress[entry.completionStatus]}
      >
        {description && (
          <span className={styles.description} dir="auto">
            {description}
          </span>
        )}
        <RecordLine>
          <span>{requirementLabel(entry)}</span>
          {completedOn && <span>{spoken.completedOn(formatDateTime(completedOn))}</span>}
          {!completedOn && savedOnDateTime && (
            <span>{spoken.savedOn(formatDateTime(savedOnDateTime))}</span>
          )}
        </RecordLine>
        {cannotBeOpened && <RecordLine>{spoken.cannotBeOpened}</RecordLine>}
      </RecordCard>
      <PaperLink entry={entry} />
    </Stack>
  );
}
