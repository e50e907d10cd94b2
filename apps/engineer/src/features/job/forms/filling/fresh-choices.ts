import { type JobForm, type JobRow, readAppliances, readTenants } from "@fieldfare/device";
import type { FormSession } from "@fieldfare/forms";
import { useEffect, useRef } from "react";
import { useDevice, useLive } from "../../../../phone/device.tsx";
import { buildFormContext } from "./opening.ts";

/** Updates the choices when appliances or contacts of the property change in another tab. Answers are not changed. */
export function useFreshChoices(
  session: FormSession | null,
  job: JobRow,
  engineer: string,
  form: JobForm,
): void {
  const device = useDevice();
  const { propertyId } = job.property;
  const known = useLive(async () => {
    const [appliances, tenants] = await Promise.all([
      readAppliances(device, propertyId),
      readTenants(device, propertyId),
    ]);
    return { appliances, tenants };
  }, [device, propertyId]);
  const shownFingerprint = useRef(fingerprintChoices(form));
  useEffect(() => {
    if (!session || !known || fingerprintChoices(known) === shownFingerprint.current) return;
    shownFingerprint.current = fingerprintChoices(known);
    session.refresh(buildFormContext(device, job, engineer, { ...form, ...known }));
  }, [device, engineer, form, job, known, session]);
}

function fingerprintChoices({
  appliances,
  tenants,
}: Pick<JobForm, "appliances" | "tenants">): string {
  return [
    ...appliances.map((row) => `${row.propertyAssetId} ${row.modifiedOn}`),
    ...tenants.map((row) => `${row.propertyTenantId} ${row.modifiedOn}`),
  ].join();
}
