import { type ContactEntry, markFavourite } from "@fieldfare/device";
import { toDialString } from "@fieldfare/domain";
import { useDevice } from "../../phone/device.tsx";
import { toastRefusal } from "../../phone/refusals.ts";
import { useWhileSaving } from "../../phone/while-saving.ts";
import { classes } from "../../ui/classes.ts";
import { Icon } from "../../ui/icon.tsx";
import { callLink, mailLink, textLink, ContactLink } from "../../ui/contact-link.tsx";
import styles from "./contact-card.module.css";
import { strings } from "./strings.ts";

/** A contact of the company with links to call, text and email, and the engineer's favourite star. */
export function ContactCard(props: { contact: ContactEntry; isFavourite: boolean }) {
  const { contact, isFavourite } = props;
  const name = `${contact.firstName} ${contact.lastName}`.trim();
  return (
    <div className={styles.card}>
      <div className={styles.head}>
        <span className={styles.names}>
          <strong dir="auto">{name}</strong>
          {contact.jobTitle && <span dir="auto">{contact.jobTitle}</span>}
        </span>
        <Star contactId={contact.contactId} name={name} isFavourite={isFavourite} />
      </div>
      <ContactLinks contact={contact} name={name} />
    </div>
  );
}

function Star(props: { contactId: string; name: string; isFavourite: boolean }) {
  const device = useDevice();
  const { shown: isFavourite, isSaving, save } = useWhileSaving(props.isFavourite);
  const mark = async () => {
    if (isSaving) return;
    const marked = await save(!isFavourite, () =>
      markFavourite(device, props.contactId, !isFavourite),
    );
    if (!marked.ok) toastRefusal(marked.refusal);
  };
  return (
    <button
      type="button"
      className={classes(styles.star, isFavourite && styles.marked, isSaving && styles.saving)}
      aria-busy={isSaving}
      aria-pressed={isFavourite}
      aria-label={strings().favourite(props.name)}
      onClick={() => void mark()}
    >
      <Icon name="star" size={28} />
    </button>
  );
}

function ContactLinks({ contact, name }: { contact: ContactEntry; name: string }) {
  const text = strings();
  const digits = toDialString(contact.mobilePhone);
  if (digits === null && contact.email === null) return null;
  return (
    <ul className={styles.links} aria-label={text.links(name)}>
      {digits !== null && (
        <>
          <li className={styles.call}>
            <ContactLink
              icon="phone"
              href={callLink(digits)}
              label={text.call(name, contact.mobilePhone ?? digits)}
              text={contact.mobilePhone ?? digits}
            />
          </li>
          <li>
            <ContactLink icon="message" href={textLink(digits)} label={text.text(name)} />
          </li>
        </>
      )}
      {contact.email !== null && (
        <li>
          <ContactLink icon="mail" href={mailLink(contact.email)} label={text.mail(name)} />
        </li>
      )}
    </ul>
  );
}
