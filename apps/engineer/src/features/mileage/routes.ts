import { z } from "@fieldfare/contract";
import { mayRecordMileage } from "@fieldfare/domain";
import { createRoute } from "@tanstack/react-router";
import { parseSearch, screen } from "../../phone/screen-route.ts";

/** `id` is the entry that is edited. An address without one opens the list. */
const editSearch = parseSearch({ id: z.string() });

export const routes = [
  createRoute(
    screen(
      "/mileage",
      () => import("./mileage-screen.tsx").then((module) => module.MileageScreen),
      { gate: mayRecordMileage },
    ),
  ),
  createRoute(
    screen(
      "/mileage/add",
      () => import("./add-mileage-screen.tsx").then((module) => module.AddMileageScreen),
      { gate: mayRecordMileage },
    ),
  ),
  createRoute({
    ...screen(
      "/mileage/edit",
      () => import("./edit-mileage-screen.tsx").then((module) => module.EditMileageScreen),
      { gate: mayRecordMileage },
    ),
    validateSearch: editSearch,
  }),
];
