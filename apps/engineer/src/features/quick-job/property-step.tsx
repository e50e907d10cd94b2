import { type FoundProperty, readPropertyDetails, searchProperties } from "@fieldfare/device";
import { useState } from "react";
import { useDevice } from "../../phone/device.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Form, useForm } from "../../ui/form.tsx";
import { Picker } from "../../ui/picker.tsx";
import {
  describeFailure,
  type SearchProblem,
  useBackOnline,
  useServerSearch,
} from "./server-search.ts";
import { NoAnswer } from "./no-answer.tsx";
import { contactChoices, type StepProps, withProperty } from "./state.ts";
import { NextButton, StepPage } from "./step-page.tsx";
import { strings } from "./strings.ts";

interface Answers {
  readonly property: FoundProperty | null;
}

/** Searches the client's properties by address and loads the contacts of the chosen one. */
export function PropertyStep({ state, change, goOn, frame }: StepProps) {
  const device = useDevice();
  const text = strings();
  const clientId = state.client?.clientId ?? 0;
  const { search, problem: searchProblem } = useServerSearch((typed) =>
    searchProperties(device, clientId, typed),
  );
  const [detailsProblem, setDetailsProblem] = useState<SearchProblem | null>(null);
  useBackOnline(() => setDetailsProblem(null));
  const form = useForm<Answers>({
    initial: { property: state.property },
    check: ({ property }) => (property ? {} : { property: text.propertyMissing }),
    onChange: ({ property }) => {
      setDetailsProblem(null);
      change(withProperty(state, property, []));
    },
    onSubmit: async ({ property }) => {
      if (!property) return;
      const details = await readPropertyDetails(device, property.propertyId);
      if (!details.ok) {
        setDetailsProblem(describeFailure(details.failure));
        return;
      }
      goOn(withProperty(state, property, contactChoices(state, details.value.contacts)));
    },
  });
  const problem = detailsProblem ?? searchProblem;
  return (
    <StepPage frame={frame} main={<NextButton form={form.id} busy={form.isBusy && text.loading} />}>
      {problem && <NoAnswer problem={problem} />}
      <Card>
        <Form form={form}>
          <Picker<FoundProperty>
            label={text.property}
            hint={text.propertyHint}
            none={text.propertyNone}
            search={search}
            initialSearch={state.propertySearch ?? ""}
            onSearchChange={(propertySearch) => change({ ...state, propertySearch })}
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
        {text.notFound}
      </Button>
    </StepPage>
  );
}
