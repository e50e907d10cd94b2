import { ButtonLink } from "../ui/button-link.tsx";
import { raiseJobStrings as strings } from "./raise-job-strings.ts";

interface RaiseJobLinkProps {
  readonly propertyId: string;
  readonly address: string;
  /** The case of damp and mould to which the job will belong. */
  readonly caseId?: string;
}

/** Leads to a new job at a home. */
export function RaiseJobLink({ propertyId, address, caseId }: RaiseJobLinkProps) {
  return (
    <ButtonLink
      to="/jobs/new"
      search={{ home: propertyId, ...(caseId !== undefined && { case: caseId }) }}
      preload={false}
      size="xs"
      variant="default"
      aria-label={strings.raiseFor(address)}
    >
      {strings.raise}
    </ButtonLink>
  );
}
