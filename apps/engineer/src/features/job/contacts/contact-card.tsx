import type { PropertyTenant } from "@fieldfare/device";
import { contactMethod, listKeys, toDialString, prefers } from "@fieldfare/domain";
import type { ScreenAddress, PlainPath } from "../../../ui/screen-address.ts";
import { RecordCard, RecordLine } from "../../../ui/record-card.tsx";
import { callLink, mailLink, textLink, ContactLink } from "../../../ui/contact-link.tsx";
import styles from "./contact-card.module.css";
import { strings } from "./strings.ts";

const methods = listKeys(contactMethod);

/** Returns the address of the screen that changes a contact. */
export function contactScreen(propertyTenantId: string): ScreenAddress {
  return { to: "/jobs/selected/tenants/edit/$propertyTenantId", params: { propertyTenantId } };
}

/** A contact of the property. The phone handles the call, text and email links itself: they need no server. */
export function ContactCard(props: {
  contact: PropertyTenant;
  type: string | undefined;
  to: ScreenAddress | false;
  returnTo?: PlainPath;
}) {
  const { contact, type } = props;
  const text = strings();
  const preferred = methods
    .filter((method) => prefers(contact.contactMethodType, method))
    .map((method) => text.methods[method]);
  return (
    <div className={styles.contact}>
      <RecordCard
        to={props.to}
        returnTo={props.returnTo}
        title={contact.fullName}
        mark={contact.flagDeleted ? text.left : contact.isPrimaryTenant && text.primary}
      >
        {(type !== undefined || preferred.length > 0) && (
          <RecordLine>
            {type !== undefined && <span>{type}</span>}
            {preferred.length > 0 && <span>{text.prefers(preferred.join(", "))}</span>}
          </RecordLine>
        )}
      </RecordCard>
      {!contact.flagDeleted && <ContactLinks contact={contact} />}
    </div>
  );
}

function ContactLinks({ contact }: { contact: PropertyTenant }) {
  const text = strings();
  const { fullName, phones, emailAddress } = contact;
  if (phones.length === 0 && emailAddress === null) return null;
  return (
    <ul className={styles.links} aria-label={text.links(fullName)}>
      {phones.map(({ phoneType, number }, index) => {
        const type = text.phoneTypes[phoneType];
        const digits = toDialString(number);
        if (digits === null) return null;
        const isForTexts = prefers(contact.contactMethodType, "text") && phoneType !== "Home";
        return (
          <li key={index} className={styles.link}>
            <ContactLink
              icon="phone"
              href={callLink(digits)}
              label={text.call(fullName, type, number)}
              text={`${type} ${number}`}
            />
            {isForTexts && (
              <ContactLink
                icon="note"
                href={textLink(digits)}
                label={text.text(fullName, type, number)}
                text={text.methods.text}
              />
            )}
          </li>
        );
      })}
      {emailAddress !== null && (
        <li className={styles.link}>
          <ContactLink
            icon="mail"
            href={mailLink(emailAddress)}
            label={text.mail(fullName, emailAddress)}
            text={emailAddress}
          />
        </li>
      )}
    </ul>
  );
}
