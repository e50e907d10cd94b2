import { type PropertyTenant, readWork } from "@fieldfare/device";
import { isAvailable, splitContacts } from "@fieldfare/domain";
import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { useDevice, useLive } from "../../../device/device.tsx";
import { Button } from "../../../ui/button.tsx";
import { Skeleton } from "../../../ui/loading.tsx";
import { LongList } from "../../../ui/long-list.tsx";
import { EmptyState } from "../../../ui/notice.tsx";
import { JobPage } from "../job-page.tsx";
import { RecordGroup } from "../../../ui/record-card.tsx";
import type { JobScreen } from "../selected-job.tsx";
import { ContactCard } from "./contact-card.tsx";
import { useContactTypes } from "./contact-types.ts";
import { words } from "./words.ts";

const path = "/jobs/selected/tenants";

type Row =
  | { readonly group: "existing" | "added"; readonly count: number }
  | { readonly contact: PropertyTenant };

/** Who is to be reached at the property, and how. */
export function ContactsScreen({ job }: JobScreen) {
  const device = useDevice();
  const navigate = useNavigate();
  const work = useLive(() => readWork(device, job.jobId), [device, job.jobId]);
  const types = useContactTypes();
  const rows = useMemo(() => work && rowsOf(work.contacts), [work]);
  const spoken = words();
  const isEditable = isAvailable("edit-work", job);
  const add = () => void navigate({ to: `${path}/add` });
  const typeOf = ({ contactType }: PropertyTenant) =>
    types?.find(({ value }) => value === contactType)?.text;
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
        <EmptyState icon="users" title={spoken.empty}>
          {isEditable && spoken.emptyHint}
        </EmptyState>
      )}
      {rows && (
        <LongList
          name="contacts"
          rows={rows}
          keyOf={(row) => ("group" in row ? row.group : row.contact.propertyTenantId)}
          estimate={(row) => ("group" in row ? 52 : 170)}
        >
          {(row) =>
            "group" in row ? (
              <RecordGroup title={spoken[row.group]} count={row.count} />
            ) : (
              <ContactCard
                contact={row.contact}
                type={typeOf(row.contact)}
                to={isEditable && `${path}/edit/${row.contact.propertyTenantId}`}
              />
            )
          }
        </LongList>
      )}
    </JobPage>
  );
}

function rowsOf(contacts: readonly PropertyTenant[]): readonly Row[] {
  const groups = splitContacts(contacts);
  return (["existing", "added"] as const).flatMap((group): Row[] => {
    const members = groups[group];
    if (members.length === 0) return [];
    return [{ group, count: members.length }, ...members.map((contact) => ({ contact }))];
  });
}
