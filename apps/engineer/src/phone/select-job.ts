export { selectJob } from "@fieldfare/device";
