import { Button, type ButtonProps } from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import type { ComponentPropsWithRef } from "react";

type LinkAttributes = Omit<ComponentPropsWithRef<"a">, keyof ButtonProps>;

function PlainButton(props: ButtonProps & LinkAttributes) {
  return <Button component="a" {...props} />;
}

/** A link to a screen of the app that looks like a button: it begins something. */
export const ButtonLink = createLink(PlainButton);
