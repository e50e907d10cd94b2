import type { JobHistoryItem } from "@fieldfare/contract";
import { type Device, refreshJobHistory } from "@fieldfare/device";
import { toDialString } from "@fieldfare/domain";
import { useCallback } from "react";
import { FreshnessNote } from "../../../phone/freshness.tsx";
import { useRefresh } from "../../../phone/refresh.ts";
import { strings as freshnessStrings } from "../../../phone/work-strings.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { formatDateTime } from "../../../phone/times.ts";
import { DescriptionList } from "../../../ui/description-list.tsx";
import { LoadingIndicator } from "../../../ui/loading.tsx";
import { LongList } from "../../../ui/long-list.tsx";
import { EmptyState } from "../../../ui/banner.tsx";
import { callLink, ContactLink } from "../../../ui/contact-link.tsx";
import { JobPage } from "../job-page.tsx";
import type { JobScreen } from "../selected-job.tsx";
import { strings as jobStrings } from "../strings.ts";
import { formatHistoryDate } from "./history-date.ts";
import { LongText } from "./long-text.tsx";
import { strings } from "./strings.ts";

/**
 * The jobs completed at the property before. They are delivered with the job, so the screen works offline, and are asked for
 * again when it opens.
 */
export function HistoryScreen({ job }: JobScreen) {
  const text = strings();
  const { jobId, history = [], historyOn, storedOn } = job;
  const refresh = useCallback((device: Device) => refreshJobHistory(device, jobId), [jobId]);
  const { freshness, retry } = useRefresh(refresh);
  const isLoading = freshness === "loading";
  const readOn = historyOn ?? storedOn;
  return (
    <JobPage job={job} title={text.title}>
      <FreshnessNote freshness={freshness} fetchedOn={readOn} onRetry={retry} />
      {freshness === "fresh" && <p>{freshnessStrings().freshness.asOf(formatDateTime(readOn))}</p>}
      {history.length === 0 && isLoading && <LoadingIndicator active label={text.loadingHistory} />}
      {history.length === 0 && !isLoading && (
        <EmptyState icon="history" title={text.empty}>
          {text.emptyHint}
        </EmptyState>
      )}
      <LongList
        name="history"
        rows={history}
        getKey={(item) => item.jobId}
        estimate={(item) => 560 + item.notes.length * 80}
      >
        {(item) => <HistoryCard item={item} />}
      </LongList>
    </JobPage>
  );
}

function HistoryCard({ item }: { item: JobHistoryItem }) {
  const text = strings();
  const { notAvailable } = jobStrings();
  const date = formatHistoryDate(item.appointmentDateTime);
  const digits = toDialString(item.mobileNumber);
  const details = item.jobDetails?.trim() ?? "";
  return (
    <Card title={text.heading(date, item.jobCategory, item.jobDetailType)}>
      <DescriptionList
        items={[
          [text.id, item.formattedJobId],
          [text.engineer, item.engineerName],
          [
            text.mobilePhone,
            digits === null ? (
              (item.mobileNumber ?? notAvailable)
            ) : (
              <ContactLink
                key="call"
                icon="phone"
                href={callLink(digits)}
                label={text.call(item.engineerName, item.mobileNumber ?? digits)}
                text={item.mobileNumber ?? digits}
              />
            ),
          ],
          [text.category, item.jobCategory],
          [text.type, item.jobDetailType],
          [text.outcome, item.outcome ?? notAvailable],
          [
            text.jobDetails,
            <LongText key="details" name={text.jobDetails} text={details || notAvailable} />,
          ],
        ]}
      />
      <NotesByCategory notes={item.notes} />
      <ButtonLink
        to={{
          to: "/jobs/selected/history/extended/$completedJobId",
          params: { completedJobId: item.jobId },
        }}
      >
        {text.documentHistory}
      </ButtonLink>
    </Card>
  );
}

function NotesByCategory({ notes }: Pick<JobHistoryItem, "notes">) {
  if (notes.length === 0) return null;
  const categories = [...new Set(notes.map(({ category }) => category))];
  return (
    <DescriptionList
      items={categories.map((category) => [
        category,
        notes
          .filter((note) => note.category === category)
          .map(({ note }, index) => (
            <div key={index} dir="auto">
              <LongText name={category} text={note} />
            </div>
          )),
      ])}
    />
  );
}
