import { Section } from "../../ui/page.tsx";
import { Pill } from "../../ui/pill.tsx";
import type { Attention } from "./attention.ts";
import styles from "./job-screen.module.css";
import { strings } from "./strings.ts";

/** Lists what `findAttention` found. */
export function AttentionSection({ attention }: { readonly attention: readonly Attention[] }) {
  return (
    <Section id="attention" title={`${strings.sections.attention} (${attention.length})`}>
      <ul className={styles.list}>
        {attention.map(({ id, tone, kind, text }) => (
          <li key={id}>
            <Pill tone={tone}>{kind}</Pill> {text}
          </li>
        ))}
      </ul>
    </Section>
  );
}
