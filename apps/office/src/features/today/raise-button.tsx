import { createJob } from "@fieldfare/contract/office";
import { useMay } from "../../server/account.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { strings } from "./strings.ts";

interface RaiseButtonProps {
  readonly propertyId: string;
  readonly address: string;
  /** The case of damp and mould to which the job belongs. */
  readonly caseId?: string;
}

/** Leads to the form of a new job at a home, for those who may raise one. */
export function RaiseButton({ propertyId, address, caseId }: RaiseButtonProps) {
  const may = useMay();
  if (!may(createJob)) return null;
  return (
    <ButtonLink
      to="/jobs/new"
      search={{ home: propertyId, ...(caseId !== undefined && { case: caseId }) }}
      preload={false}
      size="compact-sm"
      variant="default"
      aria-label={strings.raiseFor(address)}
    >
      {strings.raise}
    </ButtonLink>
  );
}
