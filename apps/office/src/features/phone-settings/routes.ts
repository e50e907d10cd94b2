import { readPhoneSettings } from "@fieldfare/contract/office";
import { createRoute } from "@tanstack/react-router";
import { screen } from "../../server/screen-route.tsx";

export const routes = [
  createRoute(
    screen("/administration/phones", readPhoneSettings, () =>
      import("./phone-settings-screen.tsx").then((m) => m.PhoneSettingsScreen),
    ),
  ),
];
