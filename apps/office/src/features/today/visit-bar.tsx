import { memo } from "react";
import { useJobLink } from "../../ui/job-link.ts";
import { beginDrag, readDragged } from "./dragging.ts";
import { describeVisit, lookOf } from "./describe-visit.ts";
import { percentOf, type PlacedVisit } from "./layout.ts";
import type { TimeSpan } from "@fieldfare/domain";
import styles from "./today-screen.module.css";
import type { MoveRequest } from "./move-dialog.tsx";

/** The height of a lane and the space around the bar in it, in rem: they grow with the text. */
export const laneHeight = 2.75;
const barMargin = 0.25;

interface VisitBarProps {
  readonly visit: PlacedVisit;
  readonly scale: TimeSpan;
  /** What needs attention about it, in words with a comma between them. */
  readonly problems: string;
  readonly isTabStop: boolean;
  /** Null: the user may not move jobs. */
  readonly onMove: ((request: MoveRequest) => void) | null;
}

/** A visit as a bar over its time: what happened, or what is planned. It opens the job. */
export const VisitBar = memo(function VisitBar({
  visit,
  scale,
  problems,
  isTabStop,
  onMove,
}: VisitBarProps) {
  const { job, span, planned, lane } = visit;
  const { state, sign } = lookOf(job);
  const link = useJobLink(job.jobId);
  const place = ({ from, to }: TimeSpan) => ({
    left: `${percentOf(scale, from)}%`,
    width: `${percentOf(scale, to) - percentOf(scale, from)}%`,
    top: `${lane * laneHeight + barMargin}rem`,
    height: `${laneHeight - 2 * barMargin}rem`,
  });
  const isMovable = onMove !== null && state !== "closed";
  const text = describeVisit(visit, problems === "" ? [] : [problems]);
  return (
    <>
      {state !== "planned" && <span className={styles.slot} style={place(planned)} />}
      <a
        {...link}
        className={styles.bar}
        style={place(span)}
        data-visit={job.jobId}
        data-focus-id={job.jobId}
        data-state={state}
        data-sign={problems === "" ? sign : `${sign}!`}
        data-draggable={isMovable}
        {...(problems !== "" && { "data-attention": true })}
        aria-label={text}
        title={text}
        tabIndex={isTabStop ? 0 : -1}
        draggable={isMovable}
        onDragStart={(event) => beginDrag(event, job.jobId, "bar")}
        onDragOver={(event) => {
          if (isMovable && readDragged(event)) event.preventDefault();
        }}
        onDrop={(event) => {
          const dropped = readDragged(event);
          if (!dropped || dropped.jobId === job.jobId || !isMovable) return;
          // The row below leaves a drop alone that is taken already.
          event.preventDefault();
          onMove({ jobId: dropped.jobId, swapWith: job.jobId });
        }}
        onKeyDown={(event) => {
          if (event.key.toLowerCase() !== "m" || !isMovable) return;
          event.preventDefault();
          onMove({ jobId: job.jobId });
        }}
      >
        <span className={styles.postcode}>{job.postcode}</span>{" "}
        <span className={styles.type}>{job.detailTypeName}</span>
      </a>
    </>
  );
});
