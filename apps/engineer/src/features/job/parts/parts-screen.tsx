import { type JobPart, readWork } from "@fieldfare/device";
import {
  groupParts,
  isAvailable,
  isToCollect,
  type PartGroup,
  partGroup,
  quantityLabel,
  quantityOf,
} from "@fieldfare/domain";
import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { useDevice, useLive } from "../../../device/device.tsx";
import { Button } from "../../../ui/button.tsx";
import { Skeleton } from "../../../ui/loading.tsx";
import { LongList } from "../../../ui/long-list.tsx";
import { EmptyState } from "../../../ui/notice.tsx";
import { JobPage } from "../job-page.tsx";
import { RecordCard, RecordGroup, RecordLine } from "../../../ui/record-card.tsx";
import type { JobScreen } from "../selected-job.tsx";
import { useUnits } from "./units.ts";
import { words } from "./words.ts";

type Row = { readonly group: PartGroup; readonly count: number } | { readonly part: JobPart };

/** The parts of the job by where they come from. */
export function PartsScreen({ job }: JobScreen) {
  const device = useDevice();
  const navigate = useNavigate();
  const work = useLive(() => readWork(device, job.jobId), [device, job.jobId]);
  const rows = useMemo(() => work && rowsOf(work.parts), [work]);
  const units = useUnits();
  const spoken = words();
  const isEditable = isAvailable("edit-work", job);
  const add = () => void navigate({ to: "/jobs/selected/parts/add" });
  return (
    <JobPage
      job={job}
      title={spoken.title}
      main={
        <Button kind="main" icon="plus" onClick={add}>
          {spoken.add}
        </Button>
      }
    >
      {!rows && <Skeleton />}
      {rows?.length === 0 && (
        <EmptyState icon="parts" title={spoken.empty}>
          {isEditable && spoken.emptyHint}
        </EmptyState>
      )}
      {rows && (
        <LongList
          name="parts"
          rows={rows}
          keyOf={(row) => ("group" in row ? row.group : row.part.jobPartId)}
          estimate={(row) => ("group" in row ? 52 : 110)}
        >
          {(row) =>
            "group" in row ? (
              <RecordGroup title={row.group} count={row.count} />
            ) : (
              <PartCard
                part={row.part}
                unit={units.get(row.part.partUnitTypeId)}
                isEditable={isEditable}
              />
            )
          }
        </LongList>
      )}
    </JobPage>
  );
}

function PartCard(props: { part: JobPart; unit: string | undefined; isEditable: boolean }) {
  const { part, unit, isEditable } = props;
  const spoken = words();
  const codes = [part.internalPartCode, part.manufacturerPartCode].filter(Boolean);
  return (
    <RecordCard
      to={isEditable && `/jobs/selected/parts/${part.jobPartId}`}
      title={part.shortDescription}
      mark={part.usageStatus && spoken.usageStatuses[part.usageStatus]}
    >
      {codes.length > 0 && <RecordLine>{codes.join(", ")}</RecordLine>}
      <RecordLine>
        {partGroup(part) === "Preordered" && <span>{spoken.ordered(part.qty)}</span>}
        {isToCollect(part) && <span>{spoken.collected(part.qtyCollected)}</span>}
        <span>{spoken.quantity(quantityLabel(part), quantityOf(part), unit)}</span>
        {part.isVanStock && <span>{spoken.vanStock}</span>}
      </RecordLine>
      {part.comments && (
        <RecordLine>
          <span dir="auto">{part.comments}</span>
        </RecordLine>
      )}
    </RecordCard>
  );
}

function rowsOf(parts: readonly JobPart[]): readonly Row[] {
  return groupParts(parts).flatMap(({ group, parts: members }): Row[] => [
    { group, count: members.length },
    ...members.map((part) => ({ part })),
  ]);
}
