import { Button, Group, Skeleton, Stack, Text, TextInput } from "@mantine/core";
import { parsePostcode } from "@fieldfare/domain";
import { type KeyboardEvent, useRef, useState } from "react";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { DebouncedField } from "../../ui/debounced-field.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Section } from "../../ui/page.tsx";
import { emptyHome, type FoundHome, type Home } from "./home.ts";
import { useKnownHomes } from "./queries.ts";
import styles from "./raise-job-screen.module.css";

interface HomeFieldsProps {
  /** Null: neither a known home was chosen nor a new one begun. */
  readonly home: Home | null;
  readonly onChange: (home: Home | null) => void;
  readonly isChecked: boolean;
}

/** Finds a home that is known, or takes another address. */
export function HomeFields({ home, onChange, isChecked }: HomeFieldsProps) {
  return (
    <Section id="home" title="1. Where">
      {home === null && <HomeSearch onChange={onChange} />}
      {home === null && isChecked && (
        <Text c="var(--mantine-color-error)" role="alert">
          Choose a home, or enter another address
        </Text>
      )}
      {home !== null && home.propertyId !== null && (
        <Group>
          <Text fw={600}>{describeHome(home)}</Text>
          <Button variant="default" onClick={() => onChange(null)}>
            Choose another home
          </Button>
        </Group>
      )}
      {home !== null && home.propertyId === null && (
        <AddressFields home={home} onChange={onChange} isChecked={isChecked} />
      )}
    </Section>
  );
}

/** A home has two lines. */
const foundLabel = {
  display: "block",
  height: "auto",
  overflow: "visible",
  lineHeight: 1.4,
  textAlign: "left",
  whiteSpace: "normal",
} as const;

function HomeSearch({ onChange }: Pick<HomeFieldsProps, "onChange">) {
  const [search, setSearch] = useState("");
  const homes = useKnownHomes(search);
  const isSearching = search.length > 1;
  const area = useRef<HTMLDivElement>(null);
  /** Arrow keys go from the field to the homes and from home to home. */
  const moveThroughHomes = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    const stops = [...(area.current?.querySelectorAll<HTMLElement>("input, li button") ?? [])];
    const at = stops.findIndex((stop) => stop === event.target);
    const next = at === -1 ? undefined : stops[at + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  return (
    <Stack gap="xs" ref={area} onKeyDown={moveThroughHomes}>
      <DebouncedField
        type="search"
        label="Home"
        description="Address, postcode, UPRN or tenant. The down arrow goes to the homes that match."
        maxLength={200}
        value={search}
        onChange={(value) => setSearch(value ?? "")}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          // Enter would raise the job. It chooses the only home that matches.
          event.preventDefault();
          const [only, ...others] = homes.data ?? [];
          const isOfThis = event.currentTarget.value.trim() === search.trim();
          if (isSearching && isOfThis && only && others.length === 0) onChange(choose(only));
        }}
        data-page-search
      />
      {homes.error && <ErrorNotice error={homes.error} retry={() => void homes.refetch()} />}
      {isSearching && homes.isLoading && <Skeleton h={36} />}
      {isSearching && homes.data?.length === 0 && (
        <Empty title="No home matches">
          {search.split(/\s+/).some((word) => word.length > 2)
            ? "Search for fewer words, or enter another address."
            : "Type three letters or digits of one word: shorter words do not find every home."}
        </Empty>
      )}
      {isSearching && homes.data && homes.data.length > 0 && (
        <ul className={styles.homes} aria-label="Homes that match">
          {homes.data.map((home) => (
            <li key={home.propertyId}>
              <Button
                variant="default"
                h="auto"
                py={6}
                styles={{ label: foundLabel }}
                onClick={() => onChange(choose(home))}
              >
                {describeHome(home)}
                <Text size="xs" c="dimmed">
                  {describeDetails(home)}
                </Text>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Group>
        <Button variant="default" onClick={() => onChange(emptyHome)}>
          Enter another address
        </Button>
      </Group>
    </Stack>
  );
}

interface AddressFieldsProps extends HomeFieldsProps {
  readonly home: Home;
}

const lines = [
  ["addressLine1", "Address line 1"],
  ["addressLine2", "Address line 2"],
  ["addressLine3", "Address line 3"],
  ["addressLine4", "Address line 4"],
] as const;

function AddressFields({ home, onChange, isChecked }: AddressFieldsProps) {
  return (
    <>
      <div className={styles.fields}>
        {lines.map(([name, label]) => (
          <TextInput
            key={name}
            label={label}
            maxLength={200}
            value={home[name] ?? ""}
            onChange={({ currentTarget }) => onChange({ ...home, [name]: currentTarget.value })}
            error={
              isChecked &&
              name === "addressLine1" &&
              home.addressLine1.trim() === "" &&
              "Fill this in"
            }
          />
        ))}
        <TextInput
          label="Postcode"
          maxLength={20}
          value={home.postcode}
          onChange={({ currentTarget }) => onChange({ ...home, postcode: currentTarget.value })}
          error={isChecked && findPostcodeProblem(home)}
        />
        <TextInput
          label="Tenant"
          inputWrapperOrder={["label", "input", "description", "error"]}
          description="May be left empty."
          maxLength={200}
          value={home.tenantName}
          onChange={({ currentTarget }) => onChange({ ...home, tenantName: currentTarget.value })}
          error={isChecked && isTenantNameless(home) && "Enter whose telephone it is"}
        />
        <TextInput
          label="Telephone of the tenant"
          inputWrapperOrder={["label", "input", "description", "error"]}
          description="May be left empty."
          type="tel"
          maxLength={20}
          value={home.tenantPhone}
          onChange={({ currentTarget }) => onChange({ ...home, tenantPhone: currentTarget.value })}
          error={isChecked && !isPhone(home) && "This is not a telephone number"}
        />
      </div>
      <Group mt="sm">
        <Button variant="default" onClick={() => onChange(null)}>
          Search for a home instead
        </Button>
      </Group>
    </>
  );
}

export function describeHome(home: Home): string {
  return [...lines.map(([name]) => home[name]), home.postcode].filter(Boolean).join(", ");
}

/** What tells homes of one address apart. */
export function describeDetails({ uprn, tenantNames }: FoundHome): string {
  return [uprn === null ? "No UPRN" : `UPRN ${uprn}`, tenantNames ?? "No contact"].join(", ");
}

export function choose({ uprn: _uprn, tenantNames: _names, ...home }: FoundHome): Home {
  return home;
}

/** Returns true if the home has an address and a postcode, and a name if it has the telephone of a tenant. */
export function isHomeComplete(home: Home | null): home is Home {
  if (home === null || isTenantNameless(home)) return false;
  // A known home is the office's to correct on its own page.
  if (home.propertyId !== null) return true;
  return home.addressLine1.trim() !== "" && findPostcodeProblem(home) === null && isPhone(home);
}

function findPostcodeProblem({ postcode }: Home): string | null {
  if (postcode.trim() === "") return "Fill this in";
  return parsePostcode(postcode) === null ? "This is not a postcode" : null;
}

/** May be empty. Numbers are written in many ways: only what cannot be dialled is refused. */
function isPhone({ tenantPhone }: Home): boolean {
  return (
    tenantPhone.trim() === "" || /^\+?(?:[\s()./-]*\d){6,15}[\s()./-]*$/.test(tenantPhone.trim())
  );
}

function isTenantNameless({ tenantName, tenantPhone }: Home): boolean {
  return tenantName.trim() === "" && tenantPhone.trim() !== "";
}
