import { readUnopenableForms } from "@fieldfare/device";
import { useDevice, useLive } from "../../../phone/device.tsx";
import { useReadTogether } from "../../../phone/drawn-together.tsx";
import { ButtonLink } from "../../../ui/button.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { sectionScreens } from "../sections.ts";
import { strings } from "../strings.ts";

/** Lists the forms that can no longer be opened. They do not prevent the close. */
export function UnopenablePanel({ jobId }: { jobId: string }) {
  const device = useDevice();
  const unopenable = useLive(() => readUnopenableForms(device, jobId), [device, jobId]);
  useReadTogether(unopenable !== undefined);
  const { title, text, link } = strings().outcome.unopenable;
  if (!unopenable || unopenable.length === 0) return null;
  return (
    <Banner tone="warn" title={title(unopenable.length)}>
      <p>{text}</p>
      <ButtonLink to={sectionScreens.Forms.path}>{link}</ButtonLink>
    </Banner>
  );
}
