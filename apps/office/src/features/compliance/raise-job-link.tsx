import { ButtonLink } from "../../ui/button-link.tsx";
import { strings } from "./strings.ts";

interface RaiseJobLinkProps {
  readonly propertyId: string;
  readonly address: string;
}

/** Leads to a new job at a home. */
export function RaiseJobLink({ propertyId, address }: RaiseJobLinkProps) {
  return (
    <ButtonLink
      to="/jobs/new"
      search={{ home: propertyId }}
      preload={false}
      size="xs"
      variant="default"
      aria-label={strings.raiseFor(address)}
    >
      {strings.raise}
    </ButtonLink>
  );
}
