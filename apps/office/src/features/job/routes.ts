import { createRoute } from "@tanstack/react-router";
import { screen } from "../../server/screen-route.ts";

export const routes = [
  createRoute(screen("/jobs/$jobId", () => import("./job-screen.tsx").then((m) => m.JobScreen))),
];
