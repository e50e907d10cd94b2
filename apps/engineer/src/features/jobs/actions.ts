/** What the list leads to, in a chunk of its own: the list stands before anything is done with it. */
export { refreshJobs } from "@fieldfare/device";
