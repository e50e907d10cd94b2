/** A home for which a job is raised. */
export interface Home {
  /** Null: the home is new. */
  readonly propertyId: string | null;
  readonly addressLine1: string;
  readonly addressLine2: string | null;
  readonly addressLine3: string | null;
  readonly addressLine4: string | null;
  readonly postcode: string;
  /** The client of a known home; null: not known. */
  readonly clientId: number | null;
  /** Who lives in a new home; the people of a known one are known. */
  readonly tenantName: string;
  readonly tenantPhone: string;
}

/** A home that is not known yet. */
export const emptyHome: Home = {
  propertyId: null,
  addressLine1: "",
  addressLine2: null,
  addressLine3: null,
  addressLine4: null,
  postcode: "",
  clientId: null,
  tenantName: "",
  tenantPhone: "",
};

/** A home that a search has found. */
export interface FoundHome extends Home {
  /** What tells it apart from another home of the same address. */
  readonly uprn: string | null;
  readonly tenantNames: string | null;
}
