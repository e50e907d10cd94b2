import { useState } from "react";
import { Empty } from "../../ui/empty.tsx";
import { Section } from "../../ui/page.tsx";
import { Pill } from "../../ui/pill.tsx";
import table from "../../ui/table.module.css";
import {
  type Contact,
  ContactData,
  EraseDialog,
  useMayHandleContactData,
} from "./contact-data.tsx";
import styles from "./job-screen.module.css";
import { useListTexts } from "./lists.ts";
import type { FieldJob } from "./queries.ts";
import { strings } from "./strings.ts";

/** The appliances and the contacts of the property, with those that were removed. */
export function PropertySection({ field }: { readonly field: FieldJob }) {
  const { appliances, contacts } = field;
  const readListText = useListTexts();
  const mayHandleData = useMayHandleContactData();
  const [erasing, setErasing] = useState<Contact | null>(null);
  return (
    <Section id="property" title={strings.sections.property}>
      <h3 className={styles.subheading}>Appliances ({appliances.length})</h3>
      {appliances.length === 0 ? (
        <Empty title="No appliances" />
      ) : (
        <div className={table.scroll}>
          <table className={table.table} aria-label="Appliances">
            <thead>
              <tr>
                <th scope="col">Type</th>
                <th scope="col">Location</th>
                <th scope="col">Manufacturer and model</th>
                <th scope="col">Serial number</th>
                <th scope="col">State</th>
              </tr>
            </thead>
            <tbody>
              {appliances.map((appliance) => (
                <tr key={appliance.propertyAssetId}>
                  <td>{readListText("Type", appliance.type)}</td>
                  <td>{readListText("Location", appliance.location)}</td>
                  <td>
                    {[
                      appliance.manufacturerName ?? appliance.unknownManufacturerName,
                      appliance.modelName ?? appliance.unknownModelName,
                    ]
                      .filter(Boolean)
                      .join(" ")}
                  </td>
                  <td>{appliance.serialNumber}</td>
                  <td>
                    {appliance.scrapped && <Pill tone="neutral">Scrapped</Pill>}{" "}
                    {appliance.addedByEngineer && <Pill tone="neutral">Added by an engineer</Pill>}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <h3 className={styles.subheading}>Contacts ({contacts.length})</h3>
      {contacts.length === 0 ? (
        <Empty title="No contacts" />
      ) : (
        <div className={table.scroll}>
          <table className={table.table} aria-label="Contacts">
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">Kind</th>
                <th scope="col">Telephone</th>
                <th scope="col">Email address</th>
                <th scope="col">State</th>
                {mayHandleData && <th scope="col">Personal data</th>}
              </tr>
            </thead>
            <tbody>
              {contacts.map((contact) => (
                <tr key={contact.propertyTenantId}>
                  <td>{contact.fullName}</td>
                  <td>{readListText("ContactType", contact.contactType)}</td>
                  <td>
                    {contact.phones.map(({ phoneType, number }) => (
                      <div key={phoneType + number}>
                        {number} ({phoneType})
                      </div>
                    ))}
                  </td>
                  <td>{contact.emailAddress}</td>
                  <td>
                    {contact.isPrimaryTenant && <Pill tone="current">Primary</Pill>}{" "}
                    {contact.flagDeleted && <Pill tone="neutral">Has left</Pill>}
                  </td>
                  {mayHandleData && (
                    <td>
                      <ContactData contact={contact} onErase={() => setErasing(contact)} />
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {erasing && <EraseDialog field={field} contact={erasing} onClose={() => setErasing(null)} />}
    </Section>
  );
}
