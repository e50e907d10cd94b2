import { mayRecordMileage } from "@fieldfare/domain";
import type { ScreenRoute } from "../../ui/route.ts";

export const routes: readonly ScreenRoute[] = [
  {
    path: "/mileage",
    gate: mayRecordMileage,
    screen: () => import("./mileage-screen.tsx").then((module) => module.MileageScreen),
  },
  {
    path: "/mileage/add",
    gate: mayRecordMileage,
    screen: () => import("./add-mileage-screen.tsx").then((module) => module.AddMileageScreen),
  },
  {
    path: "/mileage/edit",
    gate: mayRecordMileage,
    screen: () => import("./edit-mileage-screen.tsx").then((module) => module.EditMileageScreen),
  },
];
