import { Button, Text } from "@mantine/core";
import { listJobs, readAbsenceCalendar } from "@fieldfare/contract/office";
import {
  absenceStatus,
  addDays,
  type BoardIssue,
  type BoardIssueKind,
  countOpenVisits,
  followOnReminderDays,
  londonDay,
} from "@fieldfare/domain";
import { useDeferredValue, useState } from "react";
import { useMay } from "../../server/account.ts";
import { AnchorLink } from "../../ui/anchor-link.tsx";
import { formatDay, formatMoment, formatTime } from "../../ui/dates.ts";
import { Empty } from "../../ui/empty.tsx";
import { beginDrag } from "./dragging.ts";
import type { Engineer, Job } from "./layout.ts";
import { DampItem } from "./damp-item.tsx";
import { DangerItem } from "./danger-item.tsx";
import { FollowOnItem } from "./follow-on-item.tsx";
import type { UnplannedDanger } from "./unplanned-dangers.ts";
import { MoveButton } from "./move-button.tsx";
import type { MoveRequest } from "./move-dialog.tsx";
import {
  type Board,
  useMissingFollowOns,
  useRefusedMessages,
  useUnplannedDangers,
} from "./queries.ts";
import { strings } from "./strings.ts";
import styles from "./today-screen.module.css";

const firstShown = 30;
/** About as many as can be seen. They are drawn together with the board, the others after it. */
const drawnAtOnce = 5;

interface UnassignedProps {
  readonly day: string;
  readonly jobs: readonly Job[];
  readonly hasMore: boolean;
  readonly onMove: ((request: MoveRequest) => void) | null;
}

/** The jobs that nobody has, always in sight. They can be dragged to an engineer. */
export function Unassigned({ day, jobs, hasMore, onMove }: UnassignedProps) {
  const [count, setCount] = useState(firstShown);
  const drawn = useDeferredValue(count, drawnAtOnce);
  const may = useMay();
  return (
    <section className={styles.panel} aria-labelledby="unassigned">
      <h2 id="unassigned">{strings.unassigned(jobs.length)}</h2>
      {jobs.length === 0 && <Text c="dimmed">{strings.nothingUnassigned(formatDay(day))}</Text>}
      <ul className={styles.items} aria-labelledby="unassigned">
        {jobs.slice(0, drawn).map((job) => (
          <li
            key={job.jobId}
            className={styles.item}
            draggable={onMove !== null}
            data-unassigned={job.jobId}
            onDragStart={(event) => beginDrag(event, job.jobId, "card")}
          >
            <AnchorLink
              to="/jobs/$jobId"
              params={{ jobId: job.jobId }}
              preload={false}
              underline="always"
            >
              {job.formattedJobId}
            </AnchorLink>{" "}
            {formatMoment(job.appointmentDateTime)}
            <div>{job.address}</div>
            <div className={styles.small}>
              {job.categoryName}: {job.detailTypeName}
              {job.jobPriority !== null && `, ${job.jobPriority}`}
            </div>
            <div className={styles.actions}>
              <MoveButton job={job} onMove={onMove} />
            </div>
          </li>
        ))}
      </ul>
      <More left={jobs.length - count} onMore={() => setCount(count + firstShown)} />
      {hasMore && <Text c="dimmed">{strings.moreUnassigned}</Text>}
      {may(listJobs) && (
        <AnchorLink
          to="/jobs"
          search={{ engineer: "none", status: "New", from: addDays(day, 1) }}
          preload={false}
        >
          {strings.laterUnassigned}
        </AnchorLink>
      )}
    </section>
  );
}

/** The jobs of the day that the office has cancelled. */
export function Cancelled({ jobs }: { readonly jobs: readonly Job[] }) {
  const [count, setCount] = useState(firstShown);
  return (
    <section className={styles.panel} aria-labelledby="cancelled">
      <h2 id="cancelled">{strings.cancelled(jobs.length)}</h2>
      <ul className={styles.items} aria-labelledby="cancelled">
        {jobs.slice(0, count).map((job) => (
          <li key={job.jobId} className={styles.item}>
            <AnchorLink
              to="/jobs/$jobId"
              params={{ jobId: job.jobId }}
              preload={false}
              underline="always"
            >
              {job.formattedJobId}
            </AnchorLink>{" "}
            {formatMoment(job.appointmentDateTime)}
            <div>{job.address}</div>
          </li>
        ))}
      </ul>
      <More left={jobs.length - count} onMore={() => setCount(count + firstShown)} />
    </section>
  );
}

interface ToDoProps {
  readonly board: Board;
  /** Jobs that nobody has, the first appointment first. */
  readonly unassigned: readonly Job[];
  readonly issues: readonly BoardIssue[];
  readonly onMove: ((request: MoveRequest) => void) | null;
}

/** What needs attention, each with the action that mends it. Jobs that nobody has are one line here, and a list of their own. */
export function ToDo({ board, unassigned, issues, onMove }: ToDoProps) {
  const [count, setCount] = useState(firstShown);
  const drawn = useDeferredValue(count, drawnAtOnce);
  const { data: refused = [] } = useRefusedMessages();
  const isToday = board.day === londonDay(new Date(board.at));
  const { data: dangers = [] } = useUnplannedDangers(isToday);
  const followOnFrom = addDays(board.day, -followOnReminderDays);
  const { data: followOns } = useMissingFollowOns(isToday ? followOnFrom : null);
  const jobs = new Map([...board.jobs, ...board.movedJobs].map((job) => [job.jobId, job]));
  const dampCases = new Map(board.dampCases.map((each) => [each.caseId, each]));
  const engineers = new Map(board.engineers.map((each) => [each.fieldOperativeId, each]));
  const isImmediate = ({ classification }: UnplannedDanger) => classification === "ID";
  const drawDanger = (each: UnplannedDanger) => <DangerItem key={each.form.propertyId} of={each} />;
  const isEmergency = ({ kind }: BoardIssue) => kind === "emergency-hazard";
  const emergencies = issues.filter(isEmergency);
  const others = issues.filter((issue) => !isEmergency(issue));
  const drawIssue = (issue: BoardIssue) => {
    const dampCase = dampCases.get(issue.caseId ?? "");
    if (dampCase)
      return (
        <DampItem
          key={dampCase.caseId}
          of={dampCase}
          job={jobs.get(dampCase.job?.jobId ?? "")}
          onMove={onMove}
        />
      );
    return (
      <IssueItem
        key={`${issue.kind} ${issue.jobId ?? issue.deviceId ?? issue.fieldOperativeId ?? ""}`}
        issue={issue}
        job={jobs.get(issue.jobId ?? "")}
        other={jobs.get(issue.otherJobId ?? "")}
        engineer={engineers.get(issue.fieldOperativeId ?? "")}
        openVisits={
          issue.kind === "absence-requested" && issue.fieldOperativeId !== null
            ? countOpenVisits(board.jobs, issue.fieldOperativeId)
            : null
        }
        onMove={onMove}
      />
    );
  };
  const hasFollowOns = followOns !== undefined && followOns.count > 0;
  const lines = [unassigned.length > 0, hasFollowOns].filter(Boolean).length;
  const total = issues.length + refused.length + dangers.length + lines;
  return (
    <section className={styles.panel} aria-labelledby="to-do">
      <h2 id="to-do">{strings.attention(total)}</h2>
      {total === 0 && <Empty title={strings.nothingToDo}>{strings.nothingToDoNote}</Empty>}
      <ul className={styles.items} aria-labelledby="to-do">
        {dangers.filter(isImmediate).map(drawDanger)}
        {emergencies.map(drawIssue)}
        <UnassignedItem jobs={unassigned} onMove={onMove} />
        {hasFollowOns && <FollowOnItem {...followOns} from={followOnFrom} />}
        {others.slice(0, drawn).map(drawIssue)}
        {drawn >= others.length && dangers.filter((each) => !isImmediate(each)).map(drawDanger)}
        {drawn >= others.length &&
          refused.map((message) => (
            <li key={message.refusedId} className={styles.item} data-tone="danger">
              <strong>{strings.refused}</strong>{" "}
              <span className={styles.small}>{formatMoment(message.lastReceivedOn)}</span>
              <div>
                {engineers.get(message.fieldOperativeId)?.name ?? ""},{" "}
                {strings.refusedOf(message.type, message.times)}: {message.reason}
              </div>
              <div className={styles.actions}>
                {message.jobId !== null && (
                  <AnchorLink to="/jobs/$jobId" params={{ jobId: message.jobId }} preload={false}>
                    {strings.openJob}
                  </AnchorLink>
                )}
                <AnchorLink
                  to="/engineers/$fieldOperativeId"
                  params={{ fieldOperativeId: message.fieldOperativeId }}
                  preload={false}
                >
                  {strings.openEngineer}
                </AnchorLink>
              </div>
            </li>
          ))}
      </ul>
      <More left={others.length - count} onMore={() => setCount(count + firstShown)} />
    </section>
  );
}

/** That jobs have no engineer, with the one that is due first. */
function UnassignedItem({ jobs, onMove }: Pick<UnassignedProps, "jobs" | "onMove">) {
  const [first] = jobs;
  if (!first) return null;
  return (
    <li className={styles.item} data-tone="danger">
      <strong>{strings.nobodyHas(jobs.length)}</strong>{" "}
      <span className={styles.small}>
        {strings.plannedFor(formatMoment(first.appointmentDateTime))}
      </span>
      <div>
        {first.formattedJobId}, {first.address}
      </div>
      <div className={styles.actions}>
        <MoveButton job={first} onMove={onMove} />
        <AnchorLink to="/jobs/$jobId" params={{ jobId: first.jobId }} preload={false}>
          {strings.openJob}
        </AnchorLink>
        {jobs.length > 1 && (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => document.getElementById("unassigned")?.scrollIntoView()}
          >
            {strings.showUnassigned}
          </Button>
        )}
      </div>
    </li>
  );
}

/** What the time of an issue says. */
const momentText = {
  "emergency-hazard": strings.dueOn,
  "earlier-visit": strings.since,
  "absence-requested": strings.firstVisit,
  conflict: strings.plannedFor,
  absent: strings.plannedFor,
  "engineer-disabled": strings.plannedFor,
  "damp-overdue": strings.dueOn,
  "not-assigned": strings.plannedFor,
  "late-start": strings.plannedFor,
  overrun: strings.since,
  "unsent-work": strings.since,
} as const satisfies Record<BoardIssueKind, (time: string) => string>;

interface IssueItemProps {
  readonly issue: BoardIssue;
  readonly job: Job | undefined;
  readonly other: Job | undefined;
  readonly engineer: Engineer | undefined;
  /** Null: the issue is not about all of the engineer's visits. */
  readonly openVisits: number | null;
  readonly onMove: ((request: MoveRequest) => void) | null;
}

function IssueItem({ issue, job, other, engineer, openVisits, onMove }: IssueItemProps) {
  const { kind, since, fieldOperativeId } = issue;
  const may = useMay();
  const isOfToday = londonDay(new Date(since)) === londonDay(new Date());
  return (
    <li className={styles.item} data-tone={kind === "overrun" ? "warn" : "danger"}>
      <strong>{titleOf(kind, engineer)}</strong>{" "}
      <span className={styles.small}>
        {momentText[kind](isOfToday ? formatTime(since) : formatMoment(since))}
      </span>
      <div>
        {[
          engineer?.name,
          openVisits !== null && strings.openVisits(openVisits),
          job?.formattedJobId,
          other && strings.withJob(other.formattedJobId),
          job?.address,
        ]
          .filter(Boolean)
          .join(", ")}
      </div>
      <div className={styles.actions}>
        {job && kind !== "overrun" && kind !== "earlier-visit" && (
          <MoveButton job={job} onMove={onMove} />
        )}
        {job && (
          <AnchorLink to="/jobs/$jobId" params={{ jobId: job.jobId }} preload={false}>
            {strings.openJob}
          </AnchorLink>
        )}
        {kind === "absence-requested" && may(readAbsenceCalendar) && (
          <AnchorLink to="/absences" preload={false}>
            {strings.decide}
          </AnchorLink>
        )}
        {!job && fieldOperativeId !== null && (
          <AnchorLink
            to="/engineers/$fieldOperativeId"
            params={{ fieldOperativeId }}
            preload={false}
          >
            {strings.openEngineer}
          </AnchorLink>
        )}
      </div>
    </li>
  );
}

/** What is wrong; of an absence also which kind it is. */
function titleOf(kind: BoardIssueKind, engineer: Engineer | undefined): string {
  const text = strings.issue[kind];
  if (!engineer || (kind !== "absent" && kind !== "absence-requested")) return text;
  const status = kind === "absent" ? absenceStatus.approved : absenceStatus.pending;
  const types = engineer.absences.filter((each) => each.status === status).map(({ type }) => type);
  const reasons = [...new Set(types)].map((type) => strings.absence[type].toLowerCase());
  return reasons.length === 0 ? text : strings.withReasons(text, reasons.join(", "));
}

function More({ left, onMore }: { readonly left: number; readonly onMore: () => void }) {
  if (left <= 0) return null;
  return (
    <Button mt="xs" size="compact-sm" variant="default" onClick={onMore}>
      {strings.showMore(Math.min(left, firstShown))}
    </Button>
  );
}
