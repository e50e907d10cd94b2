import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Page } from "../../ui/page.tsx";
import styles from "./compliance.module.css";
import { strings } from "./strings.ts";

interface CompliancePageProps {
  /** Next to the title. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

const parts = [
  { to: "/compliance", label: strings.gasSafety },
  { to: "/compliance/access-attempts", label: strings.accessAttempts },
  { to: "/compliance/defects", label: strings.defects },
  { to: "/compliance/damp", label: strings.damp },
  { to: "/compliance/figures", label: strings.figures },
] as const;

/** A part of compliance below the title and the links to the other parts. */
export function CompliancePage({ aside, children }: CompliancePageProps) {
  return (
    <Page title={strings.title} aside={aside}>
      <nav aria-label={strings.parts} className={styles.parts}>
        {parts.map(({ to, label }) => (
          <Link
            key={to}
            to={to}
            className={styles.part}
            activeOptions={{ exact: true, includeSearch: false }}
            preload={false}
          >
            {label}
          </Link>
        ))}
      </nav>
      {children}
    </Page>
  );
}
