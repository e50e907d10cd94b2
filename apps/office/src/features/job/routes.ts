import { readJob } from "@fieldfare/contract/office";
import { createRoute } from "@tanstack/react-router";
import { screen } from "../../server/screen-route.tsx";

export const routes = [
  createRoute(
    screen("/jobs/$jobId", readJob, () => import("./job-screen.tsx").then((m) => m.JobScreen)),
  ),
];
