import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

/** A link within the app. Only this file uses the router's own link. */
export function AppLink(props: {
  readonly to: string;
  readonly replace?: boolean | undefined;
  /** The path that the other screen goes back to, if it supports this. */
  readonly returnTo?: string | undefined;
  readonly className?: string | undefined;
  readonly label?: string | undefined;
  readonly describedBy?: string | undefined;
  readonly children?: ReactNode;
}) {
  return (
    <Link
      to={props.to}
      {...(props.replace !== undefined && { replace: props.replace })}
      {...(props.returnTo !== undefined && { state: { returnTo: props.returnTo } })}
      className={props.className}
      aria-label={props.label}
      aria-describedby={props.describedBy}
    >
      {props.children}
    </Link>
  );
}
