import { type FoundProperty, readPropertyDetails, searchProperties } from "@fieldfare/device";
import { useState } from "react";
import { useDevice } from "../../device/device.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Form, useForm } from "../../ui/form.tsx";
import { Picker } from "../../ui/picker.tsx";
import { useBackOnline, useServerSearch } from "./asked.ts";
import { NoAnswer } from "./no-answer.tsx";
import { contactChoices, type StepProps, withProperty } from "./state.ts";
import { NextButton, StepPage } from "./step-page.tsx";
import { words } from "./words.ts";

interface Answers {
  readonly property: FoundProperty | null;
}

/** The property of the client, found by its address, with those who can be reached there. */
export function PropertyStep({ state, change, goOn, frame }: StepProps) {
  const device = useDevice();
  const spoken = words();
  const clientId = state.client?.clientId ?? 0;
  const { search, trouble } = useServerSearch((typed) => searchProperties(device, clientId, typed));
  const [stuck, setStuck] = useState<"offline" | "failed" | null>(null);
  useBackOnline(() => setStuck(null));
  const form = useForm<Answers>({
    initial: { property: state.property },
    check: ({ property }) => (property ? {} : { property: spoken.propertyMissing }),
    onChange: ({ property }) => {
      setStuck(null);
      change(withProperty(state, property, []));
    },
    onSubmit: async ({ property }) => {
      if (!property) return;
      const details = await readPropertyDetails(device, property.propertyId);
      if (!details.ok) {
        setStuck(details.failure.kind === "network" ? "offline" : "failed");
        return;
      }
      goOn(withProperty(state, property, contactChoices(state, details.value.contacts)));
    },
  });
  const problem = stuck ?? trouble;
  return (
    <StepPage
      frame={frame}
      main={<NextButton form={form.id} busy={form.isBusy && spoken.loading} />}
    >
      {problem && <NoAnswer isOffline={problem === "offline"} />}
      <Card>
        <Form form={form}>
          <Picker<FoundProperty>
            label={spoken.property}
            hint={spoken.propertyHint}
            none={spoken.propertyNone}
            search={search}
            line={({ propertyId, fullAddress }) => ({ key: propertyId, label: fullAddress })}
            {...form.field("property")}
          />
        </Form>
      </Card>
      <Button
        icon="plus"
        onClick={() =>
          goOn({
            ...state,
            property: null,
            contacts: [],
            contact: null,
            isNewProperty: true,
            isNewContact: true,
          })
        }
      >
        {spoken.notFound}
      </Button>
    </StepPage>
  );
}
