import { mayPlan } from "@fieldfare/domain";
import type { ScreenRoute } from "../../ui/route.ts";

export const routes: readonly ScreenRoute[] = [
  {
    path: "/planner",
    screen: () => import("./planner-screen.tsx").then((module) => module.PlannerScreen),
    gate: mayPlan,
  },
];
