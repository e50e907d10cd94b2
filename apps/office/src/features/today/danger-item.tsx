import { listSafetyFindings } from "@fieldfare/contract/office";
import { useMay } from "../../server/account.ts";
import { AnchorLink } from "../../ui/anchor-link.tsx";
import { formatMoment } from "../../ui/dates.ts";
import { RaiseButton } from "./raise-button.tsx";
import { strings } from "./strings.ts";
import styles from "./today-screen.module.css";
import type { UnplannedDanger } from "./unplanned-dangers.ts";

/** A dangerous appliance or pipework at a home, for which nobody has raised a job. */
export function DangerItem({
  of: { form, classification, names },
}: {
  readonly of: UnplannedDanger;
}) {
  const may = useMay();
  const { propertyId, address, jobId, formattedJobId, completedOn } = form;
  return (
    <li className={styles.item} data-tone="danger">
      <strong>{strings.dangers[classification]}</strong>{" "}
      <span className={styles.small}>{strings.since(formatMoment(completedOn))}</span>
      <div>{address}</div>
      <div className={styles.small}>{strings.dangerWithoutJob(names.join("; "))}</div>
      <div className={styles.actions}>
        <RaiseButton propertyId={propertyId} address={address} />
        <AnchorLink to="/jobs/$jobId" params={{ jobId }} preload={false}>
          {formattedJobId}
        </AnchorLink>
        {may(listSafetyFindings) && (
          <AnchorLink to="/compliance/defects" search={{ open: "yes" }} preload={false}>
            {strings.allDangers}
          </AnchorLink>
        )}
      </div>
    </li>
  );
}
