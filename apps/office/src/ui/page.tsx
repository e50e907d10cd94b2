import { Title } from "@mantine/core";
import type { ReactNode } from "react";
import styles from "./page.module.css";

interface PageProps {
  readonly title: string;
  /** Next to the title. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A screen with its title, which is also the title of the browser's tab. The focus goes to it when the screen opens. */
export function Page({ title, aside, children }: PageProps) {
  return (
    <>
      <title>{`${title} - Fieldfare office`}</title>
      <div className={styles.head}>
        <Title order={1} size="h2" tabIndex={-1} data-page-title>
          {title}
        </Title>
        {aside !== undefined && <div className={styles.aside}>{aside}</div>}
      </div>
      {children}
    </>
  );
}

interface SectionProps {
  readonly id: string;
  readonly title: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a page. `id` is on its heading, so that links within the page lead to it. */
export function Section({ id, title, aside, children }: SectionProps) {
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <Title order={2} size="h4" id={id} tabIndex={-1}>
          {title}
        </Title>
        {aside !== undefined && <div className={styles.aside}>{aside}</div>}
      </div>
      {children}
    </section>
  );
}
