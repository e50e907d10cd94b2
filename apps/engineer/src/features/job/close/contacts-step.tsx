import { Button, ButtonLink } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/notice.tsx";
import { LongList } from "../../../ui/long-list.tsx";
import { ContactCard } from "../contacts/contact-card.tsx";
import { useContactTypes } from "../contacts/contact-types.ts";
import { words as contactWords } from "../contacts/words.ts";
import { type CloseStep, StepPage } from "./step.tsx";
import { surveyPath } from "./survey-path.ts";
import { words } from "./words.ts";

const contactsPath = "/jobs/selected/tenants";

/** Contacts are changed on their own screens, which lead back here. */
export const contactsStep: CloseStep<"contacts"> = {
  parse: (kept) => ({ isReviewed: kept.flag("isReviewed") }),
  Screen: function ReviewStep({ step, closing, onBack, onSubmit }) {
    const spoken = words().contacts;
    const { contacts } = closing.work;
    const types = useContactTypes();
    return (
      <StepPage
        step={step}
        closing={closing}
        title={spoken.title}
        back={onBack}
        main={
          <Button kind="main" onClick={() => void onSubmit({ isReviewed: true })}>
            {spoken.confirm}
          </Button>
        }
      >
        <p>{spoken.text}</p>
        {contacts.length === 0 && <EmptyState icon="users" title={contactWords().empty} />}
        <LongList
          name="reviewed contacts"
          rows={contacts}
          keyOf={({ propertyTenantId }) => propertyTenantId}
          estimate={() => 170}
        >
          {(contact) => (
            <ContactCard
              contact={contact}
              type={types?.find(({ value }) => value === contact.contactType)?.text}
              to={`${contactsPath}/edit/${contact.propertyTenantId}`}
              returnTo={surveyPath}
            />
          )}
        </LongList>
        <ButtonLink icon="plus" to={`${contactsPath}/add`} returnTo={surveyPath}>
          {contactWords().addTitle}
        </ButtonLink>
      </StepPage>
    );
  },
};
