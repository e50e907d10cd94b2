import type { Place } from "@fieldfare/device";
import type { NumberToCall } from "@fieldfare/domain";
import { callLink, mapLink, Way } from "../ui/way.tsx";
import styles from "./visit-links.module.css";
import { words } from "./words.ts";

/** One tap to call about a visit and to find the way to it. */
export function VisitLinks({ call, place }: { call: NumberToCall | null; place: Place }) {
  if (call === null && place === null) return null;
  const text = words().visit;
  return (
    <div className={styles.links}>
      {call && (
        <Way
          icon="phone"
          href={callLink(call.digits)}
          label={text.callNumber(call.name, call.number)}
          text={text.call(call.name)}
        />
      )}
      {place && (
        <Way
          icon="map-pin"
          href={mapLink(place)}
          label={text.navigateToIt}
          text={text.navigate}
          leavesApp
        />
      )}
    </div>
  );
}
