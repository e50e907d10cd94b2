/** The list's actions are a chunk of their own, because the list is drawn without them. */
export { fetchCommandsAndJobs } from "@fieldfare/device";
