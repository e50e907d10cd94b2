import { type ContactEntry, markFavourite } from "@fieldfare/device";
import { dialled } from "@fieldfare/domain";
import { useDevice } from "../../device/device.tsx";
import { speakRefusal } from "../../device/refusals.ts";
import { classes } from "../../ui/classes.ts";
import { Icon } from "../../ui/icon.tsx";
import { callLink, mailLink, textLink, Way } from "../../ui/way.tsx";
import styles from "./contact-card.module.css";
import { words } from "./words.ts";

/** Someone of the company, the ways to reach them, and the engineer's own star. */
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
      <Ways contact={contact} name={name} />
    </div>
  );
}

function Star(props: { contactId: string; name: string; isFavourite: boolean }) {
  const { contactId, isFavourite } = props;
  const device = useDevice();
  const mark = async () => {
    const marked = await markFavourite(device, contactId, !isFavourite);
    if (!marked.ok) speakRefusal(marked.refusal);
  };
  return (
    <button
      type="button"
      className={classes(styles.star, isFavourite && styles.marked)}
      aria-pressed={isFavourite}
      aria-label={words().favourite(props.name)}
      onClick={() => void mark()}
    >
      <Icon name="star" size={28} />
    </button>
  );
}

function Ways({ contact, name }: { contact: ContactEntry; name: string }) {
  const spoken = words();
  const digits = dialled(contact.mobilePhone);
  if (digits === null && contact.email === null) return null;
  return (
    <ul className={styles.ways} aria-label={spoken.ways(name)}>
      {digits !== null && (
        <>
          <li className={styles.call}>
            <Way
              icon="phone"
              href={callLink(digits)}
              label={spoken.call(name, contact.mobilePhone ?? digits)}
              text={contact.mobilePhone ?? digits}
            />
          </li>
          <li>
            <Way icon="message" href={textLink(digits)} label={spoken.text(name)} />
          </li>
        </>
      )}
      {contact.email !== null && (
        <li>
          <Way icon="mail" href={mailLink(contact.email)} label={spoken.mail(name)} />
        </li>
      )}
    </ul>
  );
}
