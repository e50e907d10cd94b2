import { ButtonLink } from "../ui/button-link.tsx";
import { raiseJobStrings as strings } from "./raise-job-strings.ts";

interface RaiseJobLinkProps {
  readonly propertyId: string;
  readonly address: string;
  /** The case of damp and mould to which the job will belong. */
  readonly caseId?: string;
  /** "compact-sm" fits into a line of a list. */
  readonly size?: "xs" | "compact-sm";
}

/** Leads to a new job at a home. */
export function RaiseJobLink({ propertyId, address, caseId, size = "xs" }: RaiseJobLinkProps) {
  return (
    <ButtonLink
      to="/jobs/new"
      search={{ home: propertyId, ...(caseId !== undefined && { case: caseId }) }}
      preload={false}
      size={size}
      variant="default"
      aria-label={strings.raiseFor(address)}
    >
      {strings.raise}
    </ButtonLink>
  );
}
