/** The tables of reference data that the office edits, row by row or by an import. */
export const referenceTableNames = [
  "parts",
  "part-categories",
  "part-units",
  "manufacturers",
  "models",
  "model-ranks",
  "sors",
  "lists",
  "job-stages",
  "unsafe-situations",
  "clients",
  "contracts",
  "contract-sors",
  "priorities",
  "job-types",
] as const;
export type ReferenceTableName = (typeof referenceTableNames)[number];

/** A value of a row. `null`: empty. A list is of numbers. */
export type ReferenceValue = string | number | boolean | readonly number[] | null;
export type ReferenceRow = Readonly<Record<string, ReferenceValue>>;

interface ColumnBase {
  /** The name of the value in a row. */
  readonly name: string;
  /** The heading in the office and in files. */
  readonly title: string;
  /** Other headings that files have for it. */
  readonly headings?: readonly string[];
  /** True: it may be empty. */
  readonly isOptional?: true;
  /** True: it does not change once the row exists. */
  readonly isFixed?: true;
}

export type ReferenceColumn = ColumnBase &
  (
    | { /** The id of the row. A new row without one gets the next. */ readonly kind: "id" }
    | {
        /** A text of one line, such as a code; its digits are not a number. */ readonly kind: "code";
        readonly maxLength: number;
      }
    | { readonly kind: "text"; readonly maxLength: number }
    | {
        readonly kind: "number";
        readonly minimum: number;
        readonly maximum: number;
        /** The value of a new row that has none. */ readonly initial?: number;
      }
    | { readonly kind: "yes-no" }
    | {
        /** The id of a row of another table. */ readonly kind: "reference";
        readonly table: ReferenceTableName;
        /** True: the row is a part of the row that it refers to, and is withdrawn with it. */
        readonly isOwned?: true;
      }
    | {
        /** A value of a list of the table `lists`. */ readonly kind: "choice";
        readonly list: string;
      }
    | {
        /** The ids of rows of another table. */ readonly kind: "numbers";
        readonly table: ReferenceTableName;
      }
  );

export interface ReferenceTable {
  readonly title: string;
  /** What a row is, such as `part`. */
  readonly rowName: string;
  /** What the rows are for. */
  readonly explanation: string;
  /** The name of the column of kind `id`. */
  readonly key: string;
  /** The columns that together name a row for people: no two rows have the same values in them. */
  readonly identity: readonly string[];
  /** The column that stands for a row where another table refers to it. */
  readonly label: string;
  readonly columns: readonly ReferenceColumn[];
  /** Two columns of numbers: that of the first is never more than that of the second. */
  readonly ascending?: readonly [string, string];
  /** Rows with the same number in the column `id` have the same text in the column `name`. */
  readonly group?: { readonly id: string; readonly name: string };
}

const integer = { kind: "number", minimum: -2_147_483_648, maximum: 2_147_483_647 } as const;
const days = { kind: "number", minimum: 0, maximum: 3650 } as const;
const name = { name: "name", title: "Name", kind: "text", maxLength: 200 } as const;
const sortOrder = {
  ...integer,
  name: "sortOrder",
  title: "Sort order",
  headings: ["order", "position"],
  initial: 0,
} as const;
const client = {
  name: "clientId",
  title: "Client",
  kind: "reference",
  table: "clients",
  isFixed: true,
} as const;
const manufacturer = {
  name: "manufacturerId",
  title: "Manufacturer",
  headings: ["make", "brand"],
  kind: "reference",
  table: "manufacturers",
} as const;
const applianceType = {
  name: "type",
  title: "Appliance type",
  headings: ["type"],
  kind: "choice",
  list: "Type",
} as const;

/** The tables with their columns. The first column of each is its id. */
export const referenceTables = {
  parts: {
    title: "Parts",
    rowName: "part",
    explanation: "What engineers use, and ask the office to order.",
    key: "partId",
    identity: ["partCode"],
    label: "partCode",
    columns: [
      { name: "partId", title: "Part id", kind: "id" },
      {
        name: "partCode",
        title: "Part code",
        headings: ["code", "part number", "part no", "sku", "stock code", "item code"],
        kind: "code",
        maxLength: 100,
      },
      {
        name: "description",
        title: "Description",
        headings: ["name", "part", "part description", "item"],
        kind: "text",
        maxLength: 500,
      },
      {
        name: "partCategoryId",
        title: "Category",
        headings: ["part category", "group"],
        kind: "reference",
        table: "part-categories",
      },
      {
        name: "partUnitTypeId",
        title: "Unit",
        headings: ["unit type", "uom", "unit of measure"],
        kind: "reference",
        table: "part-units",
      },
      {
        name: "manufacturerPartCode",
        title: "Manufacturer's code",
        headings: ["manufacturer part code", "manufacturer part number", "mpn", "maker code"],
        kind: "code",
        maxLength: 100,
        isOptional: true,
      },
    ],
  },
  "part-categories": {
    title: "Part categories",
    rowName: "part category",
    explanation: "The groups of the parts.",
    key: "partCategoryId",
    identity: ["name"],
    label: "name",
    columns: [
      { name: "partCategoryId", title: "Category id", kind: "id" },
      { ...name, headings: ["category", "part category"] },
    ],
  },
  "part-units": {
    title: "Units of parts",
    rowName: "unit",
    explanation: "How parts are counted: each, metre, box.",
    key: "partUnitTypeId",
    identity: ["name"],
    label: "name",
    columns: [
      { name: "partUnitTypeId", title: "Unit id", kind: "id" },
      { ...name, headings: ["unit", "unit type"], maxLength: 100 },
    ],
  },
  manufacturers: {
    title: "Manufacturers",
    rowName: "manufacturer",
    explanation: "Who makes the appliances.",
    key: "manufacturerId",
    identity: ["name"],
    label: "name",
    columns: [
      { name: "manufacturerId", title: "Manufacturer id", kind: "id" },
      { ...name, headings: ["manufacturer", "make", "brand"] },
    ],
  },
  models: {
    title: "Models",
    rowName: "model",
    explanation: "The appliances of each manufacturer, with their Gas Council numbers.",
    key: "manufacturerModelId",
    identity: ["manufacturerId", "name"],
    label: "name",
    columns: [
      { name: "manufacturerModelId", title: "Model id", kind: "id" },
      manufacturer,
      { ...name, headings: ["model", "model name"] },
      applianceType,
      {
        name: "gasCouncilNumber",
        title: "GC number",
        headings: ["gas council number", "gc no", "gcn"],
        kind: "code",
        maxLength: 20,
        isOptional: true,
      },
      {
        name: "fuelType",
        title: "Fuel",
        headings: ["fuel type"],
        kind: "choice",
        list: "FuelType",
        isOptional: true,
      },
    ],
  },
  "model-ranks": {
    title: "Common manufacturers and models",
    rowName: "rank",
    explanation:
      "Which manufacturers and models phones list first for a type of appliance: those with rank 10 or lower.",
    key: "manufacturerRankId",
    identity: ["manufacturerId", "manufacturerModelId", "type"],
    label: "manufacturerRankId",
    columns: [
      { name: "manufacturerRankId", title: "Rank id", kind: "id" },
      manufacturer,
      {
        name: "manufacturerModelId",
        title: "Model",
        kind: "reference",
        table: "models",
        isOptional: true,
      },
      applianceType,
      { ...integer, name: "typeRank", title: "Rank" },
    ],
  },
  sors: {
    title: "SORs",
    rowName: "SOR",
    explanation: "The schedule of rates: the work that engineers record.",
    key: "sorCodeId",
    identity: ["code"],
    label: "code",
    columns: [
      { name: "sorCodeId", title: "SOR id", kind: "id" },
      {
        name: "code",
        title: "Code",
        headings: ["sor code", "sor", "item", "item code"],
        kind: "code",
        maxLength: 50,
      },
      {
        name: "description",
        title: "Description",
        headings: ["long description", "text"],
        kind: "text",
        maxLength: 2000,
      },
      { name: "unit", title: "Unit", headings: ["uom"], kind: "code", maxLength: 50 },
    ],
  },
  lists: {
    title: "Lists",
    rowName: "list entry",
    explanation: "The choices that phones offer: reasons, locations, types of appliances, fuels.",
    key: "domainDataId",
    identity: ["entityCode", "fieldName", "value"],
    label: "text",
    columns: [
      { name: "domainDataId", title: "Entry id", kind: "id" },
      {
        name: "fieldName",
        title: "List",
        headings: ["field", "field name", "list name"],
        kind: "code",
        maxLength: 100,
      },
      { ...integer, name: "entityCode", title: "Entity code", headings: ["entity"] },
      { ...integer, name: "value", title: "Value", headings: ["number"] },
      { name: "text", title: "Text", headings: ["label", "name"], kind: "text", maxLength: 500 },
      sortOrder,
      {
        name: "requiresAdditionalText",
        title: "Asks for a text",
        headings: ["requires additional text"],
        kind: "yes-no",
      },
    ],
  },
  "job-stages": {
    title: "Job stages",
    rowName: "job stage",
    explanation: "The stages of a job, which decide on the forms that it needs.",
    key: "jobStageId",
    identity: ["name"],
    label: "name",
    columns: [
      { name: "jobStageId", title: "Stage id", kind: "id" },
      { ...name, headings: ["stage", "job stage"] },
      sortOrder,
    ],
  },
  "unsafe-situations": {
    title: "Unsafe situations",
    rowName: "unsafe situation",
    explanation: "What an engineer reports as dangerous, and what to do then.",
    key: "unsafeSituationId",
    identity: ["category", "code"],
    label: "code",
    columns: [
      { name: "unsafeSituationId", title: "Situation id", kind: "id" },
      { name: "category", title: "Category", kind: "code", maxLength: 100 },
      { name: "code", title: "Code", kind: "code", maxLength: 20 },
      { name: "description", title: "Description", kind: "text", maxLength: 2000 },
      {
        name: "actionWithPermission",
        title: "Action with permission",
        kind: "text",
        maxLength: 2000,
      },
      { name: "actionRefused", title: "Action if refused", kind: "text", maxLength: 2000 },
      { name: "isAdvisory", title: "Advisory", headings: ["is advisory"], kind: "yes-no" },
    ],
  },
  clients: {
    title: "Clients",
    rowName: "client",
    explanation: "For whom you work.",
    key: "clientId",
    identity: ["name"],
    label: "name",
    columns: [
      { name: "clientId", title: "Client id", kind: "id" },
      { ...name, headings: ["client", "client name"] },
    ],
  },
  contracts: {
    title: "Contracts",
    rowName: "contract",
    explanation: "The contracts of each client.",
    key: "contractId",
    identity: ["clientId", "name"],
    label: "name",
    columns: [
      { name: "contractId", title: "Contract id", kind: "id" },
      client,
      { ...name, headings: ["contract", "contract name"] },
      {
        name: "jobDetailTypeIds",
        title: "Job type ids",
        headings: ["job types", "detail types"],
        kind: "numbers",
        table: "job-types",
        isOptional: true,
      },
    ],
  },
  "contract-sors": {
    title: "SORs of contracts",
    rowName: "SOR of a contract",
    explanation: "The SORs that may be used under each contract.",
    key: "sorPriceId",
    identity: ["contractId", "sorCodeId"],
    label: "shortDescription",
    columns: [
      { name: "sorPriceId", title: "SOR price id", kind: "id" },
      {
        name: "contractId",
        title: "Contract",
        kind: "reference",
        table: "contracts",
        isFixed: true,
        isOwned: true,
      },
      {
        name: "sorCodeId",
        title: "SOR",
        headings: ["sor code", "code"],
        kind: "reference",
        table: "sors",
      },
      {
        name: "shortDescription",
        title: "Short description",
        headings: ["description"],
        kind: "text",
        maxLength: 500,
      },
    ],
  },
  priorities: {
    title: "Priorities",
    rowName: "priority",
    explanation: "How soon jobs of a client have to be answered and completed.",
    key: "priorityId",
    identity: ["clientId", "name"],
    label: "name",
    ascending: ["responseDays", "completionDays"],
    columns: [
      { name: "priorityId", title: "Priority id", kind: "id" },
      client,
      { ...name, headings: ["priority"] },
      {
        name: "description",
        title: "Description",
        kind: "text",
        maxLength: 2000,
        isOptional: true,
      },
      { ...days, name: "responseDays", title: "Days to respond", headings: ["response days"] },
      {
        ...days,
        name: "completionDays",
        title: "Days to complete",
        headings: ["completion days"],
      },
    ],
  },
  "job-types": {
    title: "Job types",
    rowName: "job type",
    explanation: "The detail types of jobs, each in its category, that engineers may raise.",
    key: "jobDetailTypeId",
    identity: ["jobCategoryId", "name"],
    label: "name",
    group: { id: "jobCategoryId", name: "categoryName" },
    columns: [
      { name: "jobDetailTypeId", title: "Detail type id", kind: "id" },
      { ...name, headings: ["detail type", "job type"] },
      { ...integer, name: "jobCategoryId", title: "Category id" },
      {
        name: "categoryName",
        title: "Category",
        headings: ["category name"],
        kind: "text",
        maxLength: 200,
      },
    ],
  },
} as const satisfies Record<ReferenceTableName, ReferenceTable>;

/** The columns of a table, without the exact types of each. */
export function referenceTable(table: ReferenceTableName): ReferenceTable {
  return referenceTables[table];
}

/** A column of another table that refers to rows of `table`. */
export interface Referrer {
  readonly table: ReferenceTableName;
  readonly column: string;
  /** True: its rows are withdrawn with the row that they refer to. */
  readonly isOwned: boolean;
}

/** Lists the columns that refer to rows of a table. */
export function listReferrers(table: ReferenceTableName): Referrer[] {
  return referenceTableNames.flatMap((name) =>
    referenceTable(name).columns.flatMap((column) =>
      "table" in column && column.table === table
        ? [{ table: name, column: column.name, isOwned: "isOwned" in column }]
        : [],
    ),
  );
}

/**
 * Suggests for each heading of a file the column that it is of, by its title, its name or another usual heading; null: none.
 * No column is suggested twice.
 */
export function suggestColumns(
  table: ReferenceTableName,
  headings: readonly string[],
): (string | null)[] {
  const { columns } = referenceTable(table);
  const taken = new Set<string>();
  const suggested = new Map<number, string>();
  const rounds = [
    ({ title, name: own }: ReferenceColumn) => [title, own],
    ({ headings: others = [] }: ReferenceColumn) => others,
  ];
  for (const namesOf of rounds)
    for (const [index, heading] of headings.entries()) {
      const column = columns.find(
        (each) => !taken.has(each.name) && namesOf(each).map(simplify).includes(simplify(heading)),
      );
      if (!column || suggested.has(index)) continue;
      taken.add(column.name);
      suggested.set(index, column.name);
    }
  return headings.map((_heading, index) => suggested.get(index) ?? null);
}

function simplify(heading: string): string {
  return heading.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}
