import { Alert, Button, Stack, Text } from "@mantine/core";
import { choose, describeDetails, describeHome } from "./home-fields.tsx";
import type { FoundHome, Home } from "./home.ts";
import { OpenJobLines } from "./open-jobs.tsx";
import { useOpenJobs } from "./queries.ts";
import { strings } from "./strings.ts";

const words = strings.knownHomes;

interface KnownHomesProps {
  readonly homes: readonly FoundHome[];
  /** Undefined: no type is chosen yet. */
  readonly jobDetailTypeId: number | undefined;
  readonly onChoose: (home: Home) => void;
  /** The job was not raised, because the user has not said which home is meant. */
  readonly isRefused?: boolean;
}

/** Says which known homes have the address that is typed, with their open jobs, so that no home is there twice. */
export function KnownHomes({
  homes,
  jobDetailTypeId,
  onChoose,
  isRefused = false,
}: KnownHomesProps) {
  if (homes.length === 0) return null;
  return (
    <Alert
      role={isRefused ? "alert" : "status"}
      color="var(--warn)"
      variant="outline"
      title={isRefused ? words.notRaised : words.title}
      mb="md"
    >
      <Stack gap="sm">
        {homes.map((home) => (
          <KnownHome
            key={home.propertyId}
            home={home}
            jobDetailTypeId={jobDetailTypeId}
            onChoose={onChoose}
          />
        ))}
      </Stack>
    </Alert>
  );
}

interface KnownHomeProps extends Pick<KnownHomesProps, "jobDetailTypeId" | "onChoose"> {
  readonly home: FoundHome;
}

function KnownHome({ home, jobDetailTypeId, onChoose }: KnownHomeProps) {
  const { data: jobs } = useOpenJobs(home.propertyId);
  return (
    <div>
      <Text fw={600}>
        {describeHome(home)} ({describeDetails(home)})
      </Text>
      {jobs && jobs.length > 0 && <OpenJobLines jobs={jobs} jobDetailTypeId={jobDetailTypeId} />}
      {jobs?.length === 0 && <Text>{words.noOpenJobs}</Text>}
      <Button
        mt="xs"
        size="xs"
        variant="default"
        aria-label={words.useNamed(describeHome(home))}
        onClick={() => onChoose(choose(home))}
      >
        {words.use}
      </Button>
    </div>
  );
}
