import type { PropertyTenant } from "@fieldfare/device";
import { contactMethod, dialled, prefers } from "@fieldfare/domain";
import { RecordCard, RecordLine } from "../../../ui/record-card.tsx";
import { callLink, mailLink, textLink, Way } from "../../../ui/way.tsx";
import styles from "./contact-card.module.css";
import { words } from "./words.ts";

const methods = Object.keys(contactMethod) as (keyof typeof contactMethod)[];

/** Someone of the property. Calls, texts and mails are links of the phone itself: they need no server. */
export function ContactCard(props: {
  contact: PropertyTenant;
  type: string | undefined;
  to: string | false;
  returnTo?: string;
}) {
  const { contact, type } = props;
  const spoken = words();
  const preferred = methods
    .filter((method) => prefers(contact.contactMethodType, method))
    .map((method) => spoken.methods[method]);
  return (
    <div className={styles.contact}>
      <RecordCard
        to={props.to}
        returnTo={props.returnTo}
        title={contact.fullName}
        mark={contact.flagDeleted ? spoken.left : contact.isPrimaryTenant && spoken.primary}
      >
        {(type !== undefined || preferred.length > 0) && (
          <RecordLine>
            {type !== undefined && <span>{type}</span>}
            {preferred.length > 0 && <span>{spoken.prefers(preferred.join(", "))}</span>}
          </RecordLine>
        )}
      </RecordCard>
      {!contact.flagDeleted && <Ways contact={contact} />}
    </div>
  );
}

function Ways({ contact }: { contact: PropertyTenant }) {
  const spoken = words();
  const { fullName, phones, emailAddress } = contact;
  if (phones.length === 0 && emailAddress === null) return null;
  return (
    <ul className={styles.ways} aria-label={spoken.ways(fullName)}>
      {phones.map(({ phoneType, number }, index) => {
        const type = spoken.phoneTypes[phoneType];
        const digits = dialled(number);
        if (digits === null) return null;
        const isForTexts = prefers(contact.contactMethodType, "text") && phoneType !== "Home";
        return (
          <li key={index} className={styles.way}>
            <Way
              icon="phone"
              href={callLink(digits)}
              label={spoken.call(fullName, type, number)}
              text={`${type} ${number}`}
            />
            {isForTexts && (
              <Way
                icon="note"
                href={textLink(digits)}
                label={spoken.text(fullName, type, number)}
                text={spoken.methods.text}
              />
            )}
          </li>
        );
      })}
      {emailAddress !== null && (
        <li className={styles.way}>
          <Way
            icon="mail"
            href={mailLink(emailAddress)}
            label={spoken.mail(fullName, emailAddress)}
            text={emailAddress}
          />
        </li>
      )}
    </ul>
  );
}
