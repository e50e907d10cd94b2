import { Center, Loader } from "@mantine/core";
import { strings } from "./strings.ts";

export function StartingScreen() {
  return (
    <Center h="100vh" component="main">
      <Loader role="status" aria-label={strings.starting} />
    </Center>
  );
}
