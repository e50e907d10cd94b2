import { z } from "@fieldfare/contract";
import { createRoute } from "@tanstack/react-router";
import { parseSearch, screen } from "../../phone/screen-route.ts";

/** `isAnother`: the screen begins without the remembered username, for somebody else. */
const loginSearch = parseSearch({ isAnother: z.boolean() });

/** `result` comes from the server, after the provider's sign-in; `proves` is set by the screen of a forgotten PIN. */
const providerSearch = parseSearch({ result: z.string(), proves: z.boolean() });

export const routes = [
  createRoute({
    ...screen("/login", () => import("./login-screen.tsx").then((module) => module.LoginScreen), {
      access: "open",
    }),
    validateSearch: loginSearch,
  }),
  createRoute({
    ...screen(
      "/provider",
      () => import("./provider-screen.tsx").then((module) => module.ProviderScreen),
      { access: "open" },
    ),
    validateSearch: providerSearch,
  }),
];
