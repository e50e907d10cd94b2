/** The list's actions are a chunk of their own, because the list is drawn without them. */
export { pollCommands, refreshJobs } from "@fieldfare/device";
