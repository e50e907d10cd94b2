import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { type ScreenAddress, type PlainPath, toLinkOptions } from "./screen-address.ts";

/** A link within the app. Only this file uses the router's own link. */
export function AppLink(props: {
  readonly to: ScreenAddress;
  readonly replace?: boolean | undefined;
  /** The screen that the other screen goes back to, if it supports this. */
  readonly returnTo?: PlainPath | undefined;
  readonly className?: string | undefined;
  readonly label?: string | undefined;
  readonly describedBy?: string | undefined;
  readonly children?: ReactNode;
}) {
  return (
    <Link
      {...toLinkOptions(props.to)}
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
