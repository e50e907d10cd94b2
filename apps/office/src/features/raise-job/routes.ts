import { createJob } from "@fieldfare/contract/office";
import { createRoute } from "@tanstack/react-router";
import { screen } from "../../server/screen-route.tsx";

export const routes = [
  createRoute(
    screen("/jobs/new", createJob, () =>
      import("./raise-job-screen.tsx").then((m) => m.RaiseJobScreen),
    ),
  ),
];
