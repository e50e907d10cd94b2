import { Button, Skeleton } from "@mantine/core";
import type { DampCaseDetails } from "@fieldfare/contract/office";
import {
  closeDampCase,
  createJob,
  readDocument,
  recordDampEvent,
  reopenDampCase,
  takeBackDampEvent,
} from "@fieldfare/contract/office";
import { dampOfficeEvents } from "@fieldfare/domain";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useMay } from "../../server/account.ts";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { useAction } from "../../server/use-action.ts";
import { AnchorLink } from "../../ui/anchor-link.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { formatMoment } from "../../ui/dates.ts";
import { downloadFile } from "../../ui/download.ts";
import { Facts } from "../../ui/facts.tsx";
import { Page, Section } from "../../ui/page.tsx";
import table from "../../ui/table.module.css";
import styles from "./compliance.module.css";
import { CloseDialog, RecordDialog, ReopenDialog, TakeBackDialog } from "./damp-dialogs.tsx";
import { CaseState, ClockState, HazardState } from "./damp-state.tsx";
import { EarlierReport } from "./earlier-report.tsx";
import { loadCaseDocument, useDampCase } from "./queries.ts";
import { strings } from "./strings.ts";

type DampEvent = DampCaseDetails["events"][number];
type Question = "record" | "close" | "reopen" | DampEvent;

/** A case of damp and mould: its clocks, what started and stopped them, its jobs and their documents. */
export function DampCaseScreen() {
  const { caseId } = useParams({ from: "/compliance/damp/$caseId" });
  const { data, error, refetch } = useDampCase(caseId);
  const [asked, setAsked] = useState<Question | null>(null);
  const ask = (question: Question) => {
    setAsked(question);
    void refetch();
  };
  const may = useMay();
  const isOpen = data?.case.closedOn === null;
  return (
    <Page
      title={data ? strings.caseAt(data.case.address) : strings.damp}
      aside={
        isOpen ? (
          <>
            {may(createJob) && (
              <ButtonLink
                to="/jobs/new"
                search={{ home: data.case.propertyId, case: caseId }}
                preload={false}
                variant="default"
              >
                {strings.raise}
              </ButtonLink>
            )}
            {may(closeDampCase) && (
              <Button variant="default" onClick={() => ask("close")}>
                {strings.closeCase}
              </Button>
            )}
            {may(recordDampEvent) && (
              <Button onClick={() => ask("record")}>{strings.record}</Button>
            )}
          </>
        ) : (
          data &&
          may(reopenDampCase) && (
            <Button variant="default" onClick={() => ask("reopen")}>
              {strings.reopen}
            </Button>
          )
        )
      }
    >
      <p>
        <AnchorLink to="/compliance/damp" preload={false}>
          {strings.allCases}
        </AnchorLink>
      </p>
      {error && <ErrorNotice error={error} retry={() => void refetch()} />}
      {!data && !error && (
        <div role="status" aria-label={strings.caseLoading}>
          <Skeleton h={160} mb="md" />
          <Skeleton h={160} />
        </div>
      )}
      {data && (
        <>
          <EarlierReport
            // Another question has ids of its own.
            key={`${data.case.earlierReport?.reportedOn} ${data.events.length}`}
            of={data.case}
            events={data.events}
          />
          <ClocksSection details={data} />
          <EventsSection details={data} onTakeBack={ask} />
          <JobsSection jobs={data.jobs} />
        </>
      )}
      {data && asked === "record" && (
        <RecordDialog
          caseId={caseId}
          awareOn={data.case.awareOn}
          events={data.events}
          onClose={() => setAsked(null)}
        />
      )}
      {data && asked === "close" && (
        <CloseDialog
          caseId={caseId}
          mayClose={data.mayClose}
          mayBeNoCase={data.mayBeNoCase}
          onClose={() => setAsked(null)}
        />
      )}
      {data && asked === "reopen" && (
        <ReopenDialog caseId={caseId} onClose={() => setAsked(null)} />
      )}
      {data && asked !== null && typeof asked === "object" && (
        <TakeBackDialog caseId={caseId} event={asked} onClose={() => setAsked(null)} />
      )}
    </Page>
  );
}

function ClocksSection({ details }: { readonly details: DampCaseDetails }) {
  const { case: found, periods, closedBy } = details;
  return (
    <Section id="clocks" title={strings.clocks}>
      <Facts
        facts={[
          [strings.stateOf, <CaseState key="state" of={found} />],
          [strings.hazard, <HazardState key="hazard" of={found} />],
          [strings.aware, found.awareOn && formatMoment(found.awareOn)],
          [strings.uprn, found.uprn],
          [
            strings.closedOn,
            found.closedOn &&
              [
                `${formatMoment(found.closedOn)}${closedBy === null ? "" : ` ${strings.closedBy(closedBy)}`}`,
                found.closedReason !== null && strings.closedReasons[found.closedReason],
              ]
                .filter(Boolean)
                .join(": "),
          ],
        ]}
      />
      <div className={`${table.scroll} ${styles.belowFacts}`}>
        <table className={table.table} aria-label={strings.clocks}>
          <thead>
            <tr>
              <th scope="col">{strings.clock}</th>
              <th scope="col">{strings.stateOf}</th>
              <th scope="col">{strings.started}</th>
              <th scope="col">{strings.dueOn}</th>
              <th scope="col">{strings.stoppedOn}</th>
              <th scope="col">{strings.rule}</th>
            </tr>
          </thead>
          <tbody>
            {found.clocks.map(({ name, state, startedOn, dueOn, stoppedOn }) => (
              <tr key={name}>
                <th scope="row">{strings.clockNames[name]}</th>
                <td>
                  <ClockState state={state} />
                </td>
                <td className={table.nowrap}>{formatMoment(startedOn)}</td>
                <td className={table.nowrap}>{formatMoment(dueOn)}</td>
                <td className={table.nowrap}>
                  {stoppedOn === null ? "" : formatMoment(stoppedOn)}
                </td>
                <td>{strings.clockRules(name, periods)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={styles.note}>{strings.source}</p>
    </Section>
  );
}

interface EventsSectionProps {
  readonly details: DampCaseDetails;
  readonly onTakeBack: (event: DampEvent) => void;
}

function EventsSection({ details: { case: found, events }, onTakeBack }: EventsSectionProps) {
  const may = useMay();
  const mayTakeBack = (event: DampEvent) =>
    found.closedOn === null &&
    event.takenBackOn === null &&
    may(takeBackDampEvent) &&
    dampOfficeEvents.some((kind) => kind === event.kind);
  return (
    <Section id="events" title={strings.events}>
      <div className={table.scroll}>
        <table className={table.table} aria-label={strings.events}>
          <thead>
            <tr>
              <th scope="col">{strings.happened}</th>
              <th scope="col">{strings.event}</th>
              <th scope="col">{strings.toldBy}</th>
            </tr>
          </thead>
          <tbody>
            {events.map((event) => (
              <tr key={event.eventId}>
                <td className={table.nowrap}>{formatMoment(event.happenedOn)}</td>
                <td>
                  <span className={event.takenBackOn === null ? "" : styles.takenBack}>
                    {event.kind === "reopened" && event.jobId !== null
                      ? strings.reopenedByForm
                      : strings.eventKinds[event.kind]}
                    {event.hazard !== null && `: ${strings.hazards[event.hazard]}`}
                  </span>
                  {event.isIdle && <div className={styles.note}>{strings.idle}</div>}
                  {event.takenBackOn !== null && (
                    <div>{strings.takenBack(formatMoment(event.takenBackOn))}</div>
                  )}
                </td>
                <td>
                  <div className={styles.marks}>
                    {event.jobId === null ? (
                      (event.recordedBy ?? strings.unknown)
                    ) : (
                      <AnchorLink to="/jobs/$jobId" params={{ jobId: event.jobId }} preload={false}>
                        {event.formattedJobId}
                      </AnchorLink>
                    )}
                    {mayTakeBack(event) && (
                      <Button
                        size="compact-sm"
                        variant="default"
                        aria-label={strings.takeBackOf(strings.eventKinds[event.kind])}
                        onClick={() => onTakeBack(event)}
                      >
                        {strings.takeBack}
                      </Button>
                    )}
                  </div>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}

function JobsSection({ jobs }: { readonly jobs: DampCaseDetails["jobs"] }) {
  const may = useMay();
  const download = useAction({
    mutationFn: async ({
      documentId,
      name,
    }: DampCaseDetails["jobs"][number]["documents"][number]) =>
      downloadFile(await loadCaseDocument(documentId), `${name}.pdf`),
  });
  return (
    <Section id="jobs" title={strings.jobsOfCase}>
      {download.error && <ErrorNotice error={download.error} />}
      <div className={table.scroll}>
        <table className={table.table} aria-label={strings.jobsOfCase}>
          <thead>
            <tr>
              <th scope="col">{strings.jobOfAttempt}</th>
              <th scope="col">{strings.appointment}</th>
              <th scope="col">{strings.stateOf}</th>
              <th scope="col">{strings.engineer}</th>
              <th scope="col">{strings.documents}</th>
            </tr>
          </thead>
          <tbody>
            {jobs.map((job) => (
              <tr key={job.jobId}>
                <td>
                  <AnchorLink to="/jobs/$jobId" params={{ jobId: job.jobId }} preload={false}>
                    {job.formattedJobId}
                  </AnchorLink>
                  <div className={styles.note}>{job.detailTypeName}</div>
                </td>
                <td className={table.nowrap}>{formatMoment(job.appointmentDateTime)}</td>
                <td>{job.status}</td>
                <td>{job.engineerName ?? strings.nobody}</td>
                <td>
                  {job.documents.length === 0 && strings.noDocuments}
                  {job.documents.map((document) =>
                    may(readDocument) ? (
                      <Button
                        key={document.documentId}
                        size="compact-sm"
                        variant="subtle"
                        loading={
                          download.isPending &&
                          download.variables?.documentId === document.documentId
                        }
                        disabled={download.isPending}
                        onClick={() => download.mutate(document)}
                      >
                        {document.name}
                      </Button>
                    ) : (
                      <div key={document.documentId}>{document.name}</div>
                    ),
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}
