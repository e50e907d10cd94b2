import { databaseError } from "./errors.ts";

const maxAttempts = 3;

/**
 * Runs a transaction again that PostgreSQL has ended because it and another one waited for each other. Nothing of the attempt
 * before is left.
 */
export async function retryDeadlocks<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (attempt >= maxAttempts || databaseError(error)?.code !== "40P01") throw error;
    }
  }
}
