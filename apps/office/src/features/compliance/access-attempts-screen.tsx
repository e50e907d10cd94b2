import { Button, NativeSelect, Skeleton } from "@mantine/core";
import type { AttemptedHome } from "@fieldfare/contract/office";
import { makeAccessEvidence } from "@fieldfare/contract/office";
import { londonDay } from "@fieldfare/domain";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import { useMay } from "../../server/account.ts";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { useAction } from "../../server/use-action.ts";
import { AnchorLink } from "../../ui/anchor-link.tsx";
import { formatDay, formatMoment } from "../../ui/dates.ts";
import { downloadFile } from "../../ui/download.ts";
import { Empty } from "../../ui/empty.tsx";
import { announce } from "../../ui/live-region.tsx";
import { MorePages } from "../../ui/more-pages.tsx";
import { Section } from "../../ui/page.tsx";
import { Pill } from "../../ui/pill.tsx";
import { moveThroughRows } from "../../ui/row-keys.ts";
import table from "../../ui/table.module.css";
import { downloadAttempts } from "./attempts-csv.ts";
import { CompliancePage } from "./compliance-page.tsx";
import styles from "./compliance.module.css";
import { loadEvidence, useAccessAttempts } from "./queries.ts";
import { parseAttemptsSearch } from "./routes.ts";
import { strings } from "./strings.ts";

const fewest = 2;

/** The office sees which homes nobody could get into, and takes the evidence of it as one document. */
export function AccessAttemptsScreen() {
  const search = useSearch({ from: "/compliance/access-attempts" });
  const navigate = useNavigate({ from: "/compliance/access-attempts" });
  const homes = useAccessAttempts(search);
  const shown = homes.data?.pages.flat();
  const count = shown?.length;
  useEffect(() => {
    if (count !== undefined) announce(strings.shown(count, homes.hasNextPage));
  }, [count, homes.hasNextPage]);
  return (
    <CompliancePage
      aside={
        <Button variant="default" disabled={!count} onClick={() => downloadAttempts(shown ?? [])}>
          {strings.csv(count ?? 0)}
        </Button>
      }
    >
      <NativeSelect
        className={styles.atLeast ?? ""}
        label={strings.atLeast}
        value={search.atLeast ?? String(fewest)}
        onChange={({ currentTarget: { value } }) =>
          void navigate({ search: parseAttemptsSearch({ atLeast: value }), replace: true })
        }
        data={[1, 2, 3].map((attempts) => ({
          value: String(attempts),
          label: strings.attemptCount(attempts),
        }))}
      />
      {homes.error && <ErrorNotice error={homes.error} retry={() => void homes.refetch()} />}
      {!shown && !homes.error && (
        <div role="status" aria-label={strings.attemptsLoading}>
          <Skeleton h={180} mb="md" />
          <Skeleton h={180} />
        </div>
      )}
      {shown?.length === 0 && (
        <Empty title={strings.noAttemptsTitle(Number(search.atLeast ?? fewest))}>
          {strings.noAttemptsAdvice}
        </Empty>
      )}
      {shown?.map((home) => (
        <HomeAttempts key={home.propertyId} home={home} />
      ))}
      {shown !== undefined && shown.length > 0 && (
        <MorePages pages={homes} label={strings.more}>
          {strings.shown(shown.length, homes.hasNextPage)}
        </MorePages>
      )}
    </CompliancePage>
  );
}

function HomeAttempts({ home }: { readonly home: AttemptedHome }) {
  const { propertyId, address, attempts, lastAccessOn, gasDueOn } = home;
  const isOver = gasDueOn !== null && gasDueOn < londonDay(new Date());
  return (
    <Section id={`home-${propertyId}`} title={address} aside={<EvidenceButton home={home} />}>
      <div className={styles.facts}>
        <Pill tone="warn">{strings.inARow(attempts.length)}</Pill>
        {gasDueOn !== null && (
          <Pill tone={isOver ? "danger" : "neutral"}>
            {strings.recordDue(formatDay(gasDueOn), isOver)}
          </Pill>
        )}
        <span className={styles.note}>
          {strings.since(lastAccessOn === null ? null : formatMoment(lastAccessOn))}
        </span>
      </div>
      <div className={table.scroll}>
        <table
          className={table.table}
          aria-label={strings.attemptsOf(address)}
          onKeyDown={moveThroughRows}
        >
          <thead>
            <tr>
              <th scope="col">{strings.ended}</th>
              <th scope="col">{strings.received}</th>
              <th scope="col">{strings.jobOfAttempt}</th>
              <th scope="col">{strings.engineer}</th>
              <th scope="col">{strings.reason}</th>
              <th scope="col">{strings.notes}</th>
              <th scope="col">{strings.photos}</th>
            </tr>
          </thead>
          <tbody>
            {attempts.map((attempt) => (
              <tr key={attempt.jobId}>
                <td className={table.nowrap}>{formatMoment(attempt.endedOn)}</td>
                <td className={table.nowrap}>{formatMoment(attempt.receivedOn)}</td>
                <td>
                  <AnchorLink
                    to="/jobs/$jobId"
                    params={{ jobId: attempt.jobId }}
                    preload={false}
                    data-row-link
                  >
                    {attempt.formattedJobId}
                  </AnchorLink>
                </td>
                <td>{attempt.engineerName ?? strings.unknown}</td>
                <td>{attempt.reason ?? strings.unknown}</td>
                <td className={styles.written}>{attempt.notes}</td>
                <td>{attempt.photos}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}

function EvidenceButton({ home }: { readonly home: AttemptedHome }) {
  const may = useMay();
  const queries = useQueryClient();
  const mayMake = may(makeAccessEvidence);
  const evidence = useAction({
    mutationFn: () => loadEvidence(home, mayMake),
    onSuccess: async (loaded) => {
      if (!loaded) return;
      downloadFile(loaded.file, `${loaded.name}.pdf`);
      await queries.invalidateQueries({ queryKey: ["compliance", "access-attempts"] });
    },
  });
  if (!mayMake && !home.document) return null;
  return (
    <>
      {evidence.error && <ErrorNotice error={evidence.error} />}
      <Button
        variant="default"
        title={strings.evidenceNote}
        aria-label={strings.evidenceOf(home.address)}
        loading={evidence.isPending}
        onClick={() => evidence.mutate()}
      >
        {strings.evidence}
      </Button>
    </>
  );
}
