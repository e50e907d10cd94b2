import type { JobHistoryItem } from "@fieldfare/contract";
import { dialled } from "@fieldfare/domain";
import { ButtonLink } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { LongList } from "../../../ui/long-list.tsx";
import { EmptyState } from "../../../ui/notice.tsx";
import { callLink, Way } from "../../../ui/way.tsx";
import { JobPage } from "../job-page.tsx";
import type { JobScreen } from "../selected-job.tsx";
import { words as jobWords } from "../words.ts";
import { formatHistoryDate } from "./history-date.ts";
import { LongText } from "./long-text.tsx";
import { words } from "./words.ts";

/** What was done at the property before. It came with the job, so it needs no network. */
export function HistoryScreen({ job }: JobScreen) {
  const spoken = words();
  const history = job.history ?? [];
  return (
    <JobPage job={job} title={spoken.title}>
      {history.length === 0 && (
        <EmptyState icon="history" title={spoken.empty}>
          {spoken.emptyHint}
        </EmptyState>
      )}
      <LongList
        name="history"
        rows={history}
        keyOf={(item) => item.jobId}
        estimate={(item) => 560 + item.notes.length * 80}
      >
        {(item) => <HistoryCard item={item} />}
      </LongList>
    </JobPage>
  );
}

function HistoryCard({ item }: { item: JobHistoryItem }) {
  const spoken = words();
  const { notAvailable } = jobWords();
  const date = formatHistoryDate(item.appointmentDateTime);
  const digits = dialled(item.mobileNumber);
  const details = item.jobDetails?.trim() ?? "";
  return (
    <Card title={spoken.heading(date, item.jobCategory, item.jobDetailType)}>
      <Facts
        facts={[
          [spoken.id, item.formattedJobId],
          [spoken.engineer, item.engineerName],
          [
            spoken.mobilePhone,
            digits === null ? (
              (item.mobileNumber ?? notAvailable)
            ) : (
              <Way
                key="call"
                icon="phone"
                href={callLink(digits)}
                label={spoken.call(item.engineerName, item.mobileNumber ?? digits)}
                text={item.mobileNumber ?? digits}
              />
            ),
          ],
          [spoken.category, item.jobCategory],
          [spoken.type, item.jobDetailType],
          [spoken.outcome, item.outcome ?? notAvailable],
          [
            spoken.jobDetails,
            <LongText key="details" name={spoken.jobDetails} text={details || notAvailable} />,
          ],
        ]}
      />
      <NotesByCategory notes={item.notes} />
      <ButtonLink to={`/jobs/selected/history/extended/${item.jobId}`}>
        {spoken.documentHistory}
      </ButtonLink>
    </Card>
  );
}

function NotesByCategory({ notes }: Pick<JobHistoryItem, "notes">) {
  if (notes.length === 0) return null;
  const categories = [...new Set(notes.map(({ category }) => category))];
  return (
    <Facts
      facts={categories.map((category) => [
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
