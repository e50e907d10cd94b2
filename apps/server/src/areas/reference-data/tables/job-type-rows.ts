import { inArray, sql } from "drizzle-orm";
import { jobType } from "../../../database/schema.ts";
import { createSmallStore } from "./small-store.ts";
import type { ReferenceStore } from "./store.ts";

/** The detail types of jobs with their categories. */
export function createJobTypeStore(): ReferenceStore {
  return createSmallStore("job-types", {
    readAll: (orm) => orm.select().from(jobType),
    async openWriter(orm) {
      await orm.execute(sql`lock table ${jobType} in share row exclusive mode`);
      return async (changes) => {
        const gone = changes.flatMap(({ before, after }) =>
          before && !after ? [Number(before["jobDetailTypeId"])] : [],
        );
        if (gone.length > 0)
          await orm.delete(jobType).where(inArray(jobType.jobDetailTypeId, gone));
        for (const { after } of changes) {
          if (!after) continue;
          const row = {
            jobDetailTypeId: Number(after["jobDetailTypeId"]),
            name: String(after["name"]),
            jobCategoryId: Number(after["jobCategoryId"]),
            categoryName: String(after["categoryName"]),
          };
          await orm
            .insert(jobType)
            .values(row)
            .onConflictDoUpdate({ target: jobType.jobDetailTypeId, set: row });
        }
      };
    },
  });
}
