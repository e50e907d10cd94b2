import type { Destination } from "@fieldfare/device";
import { mapLink } from "../../../ui/contact-link.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { strings } from "../strings.ts";
import styles from "./map-link.module.css";

/** A plain link: the maps service gets no request before the tap. */
export function MapLink({ place }: { place: Destination }) {
  return (
    <a className={styles.link} href={mapLink(place)} target="_blank" rel="noopener noreferrer">
      <Icon name="map-pin" />
      {strings().where.map}
    </a>
  );
}
