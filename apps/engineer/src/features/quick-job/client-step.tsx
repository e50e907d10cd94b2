import { readClients } from "@fieldfare/device";
import { useDevice, useLive } from "../../phone/device.tsx";
import { Icon } from "../../ui/icon.tsx";
import { RowButton, Rows } from "../../ui/rows.tsx";
import { type StepProps, withClient } from "./state.ts";
import { StepPage } from "./step-page.tsx";
import { strings } from "./strings.ts";

/** The engineer chooses the client of the new job. A tap on a client opens the next step. */
export function ClientStep({ state, goOn, frame }: StepProps) {
  const device = useDevice();
  const clients = useLive(() => readClients(device), [device]);
  return (
    <StepPage frame={frame}>
      <p>{strings().chooseClient}</p>
      <Rows label={strings().chooseClient}>
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
