import type { Destination } from "@fieldfare/device";
import type { NumberToCall } from "@fieldfare/domain";
import { callLink, ContactLink, routeLink } from "../ui/contact-link.tsx";
import styles from "./visit-links.module.css";
import { strings } from "./work-strings.ts";

/** The links to call about a visit and to navigate to it. */
export function VisitLinks({ call, place }: { call: NumberToCall | null; place: Destination }) {
  const text = strings().visit;
  return (
    <div className={styles.links}>
      {call && (
        <ContactLink
          icon="phone"
          href={callLink(call.digits)}
          label={text.callNumber(call.name, call.number)}
          text={text.call(call.name)}
        />
      )}
      <ContactLink
        icon="map-pin"
        href={routeLink(place)}
        label={text.navigateToIt}
        text={text.navigate}
        leavesApp
      />
    </div>
  );
}
