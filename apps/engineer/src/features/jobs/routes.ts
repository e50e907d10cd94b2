import { z } from "@fieldfare/contract";
import { createRoute } from "@tanstack/react-router";
import { parseSearch, screen } from "../../phone/screen-route.ts";

/** `open` is the job that the list opens. */
const jobsSearch = parseSearch({ open: z.string() });

export const routes = [
  createRoute({
    ...screen("/jobs", () => import("./jobs-screen.tsx").then((m) => m.JobsScreen)),
    validateSearch: jobsSearch,
  }),
];
