import type { PropertyTenant } from "@fieldfare/device";
import { contactMethod, prefers } from "@fieldfare/domain";
import { Icon, type IconName } from "../../../ui/icon.tsx";
import { RecordCard, RecordLine } from "../record-card.tsx";
import styles from "./contact-card.module.css";
import { words } from "./words.ts";

const methods = Object.keys(contactMethod) as (keyof typeof contactMethod)[];

/** Someone of the property. Calls, texts and mails are links of the phone itself: they need no server. */
export function ContactCard(props: {
  contact: PropertyTenant;
  type: string | undefined;
  to: string | false;
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
        const isForTexts = prefers(contact.contactMethodType, "text") && phoneType !== "Home";
        return (
          <li key={index} className={styles.way}>
            <Way
              icon="phone"
              href={`tel:${dialled(number)}`}
              label={spoken.call(fullName, type, number)}
              text={`${type} ${number}`}
            />
            {isForTexts && (
              <Way
                icon="note"
                href={`sms:${dialled(number)}`}
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
            href={`mailto:${encodeURIComponent(emailAddress).replaceAll("%40", "@")}`}
            label={spoken.mail(fullName, emailAddress)}
            text={emailAddress}
          />
        </li>
      )}
    </ul>
  );
}

function Way(props: { icon: IconName; href: string; label: string; text: string }) {
  return (
    <a className={styles.link} href={props.href} aria-label={props.label}>
      <Icon name={props.icon} />
      <span dir="auto">{props.text}</span>
    </a>
  );
}

/** Digits and a leading plus: whatever else was written around them is not dialled. */
function dialled(number: string): string {
  return number.replaceAll(/(?!^\+)\D/g, "");
}
