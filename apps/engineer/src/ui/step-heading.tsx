import styles from "./step-heading.module.css";

/** The heading of a step of a wizard, below its position, such as "Step 2 of 5". */
export function StepHeading({ title, position }: { title: string; position: string }) {
  return (
    <div>
      <p className={styles.position}>{position}</p>
      <h2 className={styles.title}>{title}</h2>
    </div>
  );
}
