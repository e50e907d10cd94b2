import type { JobRow } from "@fieldfare/device";
import { toDialString } from "@fieldfare/domain";
import { callLink, ContactLink, mailLink } from "../../../ui/contact-link.tsx";
import { RecordCard, RecordGroup, RecordLine } from "../../../ui/record-card.tsx";
import styles from "./contact-card.module.css";
import { strings } from "./strings.ts";

/** Whom the office names for this visit besides the contacts of the home, such as a caretaker. */
export function VisitContacts({ contacts }: { contacts: NonNullable<JobRow["visitContacts"]> }) {
  const text = strings();
  return (
    <>
      <RecordGroup title={text.ofVisit} count={contacts.length} />
      {contacts.map(({ fullName, role, telephone, emailAddress }, index) => {
        const digits = toDialString(telephone);
        return (
          <div key={index} className={styles.contact}>
            <RecordCard to={false} title={fullName}>
              {(role !== null || (telephone !== null && digits === null)) && (
                <RecordLine>
                  {role !== null && <span>{role}</span>}
                  {telephone !== null && digits === null && <span>{telephone}</span>}
                </RecordLine>
              )}
            </RecordCard>
            {(digits !== null || emailAddress !== null) && (
              <ul className={styles.links} aria-label={text.links(fullName)}>
                {telephone !== null && digits !== null && (
                  <li className={styles.link}>
                    <ContactLink
                      icon="phone"
                      href={callLink(digits)}
                      label={text.callNumber(fullName, telephone)}
                      text={telephone}
                    />
                  </li>
                )}
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
            )}
          </div>
        );
      })}
    </>
  );
}
