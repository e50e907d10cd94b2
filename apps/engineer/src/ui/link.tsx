import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

/** A link within the app; the one place that knows the router's own. */
export function AppLink(props: {
  readonly to: string;
  readonly replace?: boolean | undefined;
  readonly className?: string | undefined;
  readonly label?: string | undefined;
  readonly describedBy?: string | undefined;
  readonly children?: ReactNode;
}) {
  return (
    <Link
      to={props.to}
      {...(props.replace !== undefined && { replace: props.replace })}
      className={props.className}
      aria-label={props.label}
      aria-describedby={props.describedBy}
    >
      {props.children}
    </Link>
  );
}
