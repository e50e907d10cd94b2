import { mayPlan } from "@fieldfare/domain";
import { createRoute } from "@tanstack/react-router";
import { screen } from "../../phone/screen-route.ts";

export const routes = [
  createRoute(
    screen(
      "/planner",
      () => import("./planner-screen.tsx").then((module) => module.PlannerScreen),
      { gate: mayPlan },
    ),
  ),
];
