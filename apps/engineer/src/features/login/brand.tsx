import styles from "./brand.module.css";

/** The bird and the name, in the one place where the brand is shown. */
export function Brand() {
  return (
    <div className={styles.brand}>
      <img src="/icons/fieldfare.svg" width="72" height="72" alt="" />
      <span>Fieldfare</span>
    </div>
  );
}
