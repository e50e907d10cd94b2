import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { FieldError } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { RowButton, Rows } from "../../ui/rows.tsx";
import type { StepProps } from "./state.ts";
import { StepPage } from "./step-page.tsx";
import { strings } from "./strings.ts";

/** Chooses the contact for the job: a known contact of the property, or a new one. */
export function ContactStep({ state, goOn, frame }: StepProps) {
  const text = strings();
  const [isTried, setTried] = useState(false);
  const isChosen = state.contact !== null || state.isNewContact;
  const goNext = () => (isChosen ? goOn(state) : setTried(true));
  return (
    <StepPage
      frame={frame}
      main={
        <Button kind="main" onClick={goNext}>
          {text.next}
        </Button>
      }
    >
      <p>{text.chooseContact}</p>
      <Rows label={text.chooseContact}>
        {state.contacts.map((contact) => (
          <RowButton
            key={contact.propertyContactId}
            icon="user"
            label={contact.fullName}
            {...(contact.isPrimaryContact && { detail: text.primary })}
            {...(contact.propertyContactId === state.contact?.propertyContactId && {
              end: <Icon name="check" />,
            })}
            onClick={() => goOn({ ...state, contact, isNewContact: false })}
          />
        ))}
      </Rows>
      <Button icon="plus" onClick={() => goOn({ ...state, contact: null, isNewContact: true })}>
        {text.addContact}
      </Button>
      <div role="alert">
        <FieldError id="contact" error={isTried && !isChosen ? text.contactMissing : undefined} />
      </div>
    </StepPage>
  );
}
