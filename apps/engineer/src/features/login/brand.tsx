import styles from "./brand.module.css";

/** The logo and the name, on the only screen that shows the brand. */
export function Brand() {
  return (
    <div className={styles.brand}>
      <img src="/icons/fieldfare.svg" width="72" height="72" alt="" />
      <span>Fieldfare</span>
    </div>
  );
}
