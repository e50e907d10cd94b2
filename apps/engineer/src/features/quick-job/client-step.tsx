import { readClients } from "@fieldfare/device";
import { useDevice, useLive } from "../../device/device.tsx";
import { Icon } from "../../ui/icon.tsx";
import { RowButton, Rows } from "../../ui/rows.tsx";
import { type StepProps, withClient } from "./state.ts";
import { StepPage } from "./step-page.tsx";
import { words } from "./words.ts";

export function ClientStep({ state, goOn, frame }: StepProps) {
  const device = useDevice();
  const clients = useLive(() => readClients(device), [device]);
  return (
    <StepPage frame={frame}>
      <p>{words().chooseClient}</p>
      <Rows label={words().chooseClient}>
        {clients?.map(({ clientId, name }) => (
          <RowButton
            key={clientId}
            label={name}
            {...(clientId === state.client?.clientId && { end: <Icon name="check" /> })}
            onClick={() => goOn(withClient(state, { clientId, name }))}
          />
        ))}
      </Rows>
    </StepPage>
  );
}
