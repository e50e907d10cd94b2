import { createJob } from "@fieldfare/contract/office";
import { useMay } from "../../server/account.ts";
import { RaiseJobLink } from "../../server/raise-job-link.tsx";

interface RaiseButtonProps {
  readonly propertyId: string;
  readonly address: string;
  /** The case of damp and mould to which the job will belong. */
  readonly caseId?: string;
}

/** Leads to the form of a new job at a home, for those who may raise one. */
export function RaiseButton(home: RaiseButtonProps) {
  const may = useMay();
  return may(createJob) && <RaiseJobLink {...home} size="compact-sm" />;
}
