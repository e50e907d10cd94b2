import { Anchor, type AnchorProps } from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import type { ComponentPropsWithRef } from "react";

type LinkAttributes = Omit<ComponentPropsWithRef<"a">, keyof AnchorProps>;

function PlainAnchor(props: AnchorProps & LinkAttributes) {
  return <Anchor fz="inherit" {...props} />;
}

/** A link to a screen of the app. */
export const AnchorLink = createLink(PlainAnchor);
