import { Icon } from "../../../ui/icon.tsx";
import { strings } from "../strings.ts";
import styles from "./map-link.module.css";

/** A plain link: the maps service gets no request before the tap. Draws nothing without coordinates. */
export function MapLink(props: { latitude: number | null; longitude: number | null }) {
  const { latitude, longitude } = props;
  if (latitude === null || longitude === null) return null;
  const place = encodeURIComponent(`${latitude},${longitude}`);
  return (
    <a
      className={styles.link}
      href={`https://www.google.com/maps/search/?api=1&query=${place}`}
      target="_blank"
      rel="noopener noreferrer"
    >
      <Icon name="map-pin" />
      {strings().where.map}
    </a>
  );
}
