import { Center, Loader } from "@mantine/core";
import { strings } from "./strings.ts";

/** Shown until it is known whether somebody is signed in, and who. */
export function StartingScreen() {
  return (
    <Center h="100vh" component="main">
      <Loader role="status" aria-label={strings.starting} />
    </Center>
  );
}
