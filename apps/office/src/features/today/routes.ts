import { z } from "@fieldfare/contract";
import { readBoard } from "@fieldfare/contract/office";
import { createRoute } from "@tanstack/react-router";
import { parseValues, screen } from "../../server/screen-route.tsx";

/** The day, the way it is shown and what is looked for are in the address, so that it can be kept and sent. */
export const parseTodaySearch = parseValues({
  /** Absent: today. */
  day: z.iso.date(),
  view: z.literal("list"),
  find: z.string().check(z.maxLength(100)),
  only: z.literal("attention"),
});

export type TodaySearch = ReturnType<typeof parseTodaySearch>;

export const routes = [
  createRoute({
    ...screen(
      "/today",
      readBoard,
      () => import("./today-screen.tsx").then((m) => m.TodayScreen),
      async (queries, search) => {
        const { prepareBoard } = await import("./queries.ts");
        await prepareBoard(queries, parseTodaySearch(search).day);
      },
    ),
    validateSearch: parseTodaySearch,
  }),
];
