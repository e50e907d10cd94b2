import { Button, ButtonLink } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/banner.tsx";
import { LongList } from "../../../ui/long-list.tsx";
import { ContactCard, contactScreen } from "../contacts/contact-card.tsx";
import { useContactTypes } from "../contacts/contact-types.ts";
import { strings as contactStrings } from "../contacts/strings.ts";
import { type CloseStep, StepPage } from "./step.tsx";
import { surveyPath } from "./survey-path.ts";
import { strings } from "./strings.ts";

/** Shows the contacts for review. They are changed on their own screens, whose Back returns here. */
export const contactsStep: CloseStep<"contacts"> = function ReviewStep({
  step,
  closing,
  onBack,
  onSubmit,
}) {
  const text = strings().contacts;
  const { contacts } = closing.work;
  const types = useContactTypes();
  return (
    <StepPage
      step={step}
      closing={closing}
      title={text.title}
      back={onBack}
      main={
        <Button kind="main" onClick={() => void onSubmit({ isReviewed: true })}>
          {text.confirm}
        </Button>
      }
    >
      <p>{text.text}</p>
      {contacts.length === 0 && <EmptyState icon="users" title={contactStrings().empty} />}
      <LongList
        name="reviewed contacts"
        rows={contacts}
        getKey={({ propertyTenantId }) => propertyTenantId}
        estimate={() => 170}
      >
        {(contact) => (
          <ContactCard
            contact={contact}
            type={types?.find(({ value }) => value === contact.contactType)?.text}
            to={contactScreen(contact.propertyTenantId)}
            returnTo={surveyPath}
          />
        )}
      </LongList>
      <ButtonLink icon="plus" to="/jobs/selected/tenants/add" returnTo={surveyPath}>
        {contactStrings().addTitle}
      </ButtonLink>
    </StepPage>
  );
};
