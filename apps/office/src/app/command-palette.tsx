import "@mantine/spotlight/styles.css";
import { useDebouncedValue } from "@mantine/hooks";
import { createSpotlight, Spotlight } from "@mantine/spotlight";
import { listJobs } from "@fieldfare/contract/office";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useMay } from "../server/account.ts";
import { request } from "../server/request.ts";
import { formatMoment } from "../ui/dates.ts";
import { usePalettePages } from "./pages.ts";
import { strings } from "./strings.ts";

const [store, palette] = createSpotlight();

interface CommandPaletteProps {
  /** Grows each time that the palette is to be opened. */
  readonly openings: number;
}

/** Finds jobs and pages. */
export function CommandPalette({ openings }: CommandPaletteProps) {
  const [query, setQuery] = useState("");
  const [search] = useDebouncedValue(query.trim(), 250);
  const navigate = useNavigate();
  const may = useMay();
  const pages = usePalettePages();
  const { data: jobs, isFetching } = useQuery({
    queryKey: ["jobs", "palette", search],
    queryFn: ({ signal }) => request(listJobs, { query: { search, limit: "8" }, signal }),
    enabled: search.length > 1 && may(listJobs),
    placeholderData: keepPreviousData,
  });
  useEffect(() => {
    if (openings > 0) palette.open();
  }, [openings]);

  // The palette chooses the first line when something is typed: the jobs come later.
  useEffect(() => {
    const { listId } = store.getState();
    const list = listId === "" ? null : document.getElementById(listId);
    if (!list || list.querySelector("[data-selected]")) return;
    const first = list.querySelector("[data-action]");
    first?.setAttribute("data-selected", "true");
    if (first) store.updateState((state) => ({ ...state, selected: 0 }));
  }, [jobs, query]);

  const found = query.trim().length > 1 ? (jobs ?? []) : [];
  const foundPages = pages.filter(({ label }) =>
    label.toLowerCase().includes(query.trim().toLowerCase()),
  );
  const isEmpty = found.length === 0 && foundPages.length === 0;
  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={setQuery}
      shortcut={["mod + K"]}
      lockScroll={false}
      overlayProps={{ blur: 0 }}
      attributes={{ content: { "aria-label": strings.paletteSearch } }}
    >
      <Spotlight.Search placeholder={strings.paletteHint} aria-label={strings.paletteSearch} />
      <Spotlight.ActionsList>
        {foundPages.length > 0 && (
          <Spotlight.ActionsGroup label={strings.pages}>
            {foundPages.map(({ to, label }) => (
              <Spotlight.Action key={to} label={label} onClick={() => void navigate({ to })} />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {found.length > 0 && (
          <Spotlight.ActionsGroup label={strings.jobs}>
            {found.map((job) => (
              <Spotlight.Action
                key={job.jobId}
                label={`${job.formattedJobId} ${job.address}`}
                description={`${formatMoment(job.appointmentDateTime)}, ${job.detailTypeName}`}
                onClick={() => void navigate({ to: "/jobs/$jobId", params: { jobId: job.jobId } })}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {isEmpty && !isFetching && <Spotlight.Empty>{strings.paletteNothing}</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}
