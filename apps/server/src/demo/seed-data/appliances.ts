/** Values of the list `Type`. */
export const applianceType = {
  combi: 1,
  coAlarm: 2,
  system: 3,
  regular: 4,
  backBoiler: 5,
  fireInset: 6,
  fireOutset: 7,
  cooker: 8,
  hob: 9,
  oven: 10,
  waterHeater: 11,
  warmAir: 12,
  heatAlarm: 14,
  smokeAlarm: 16,
} as const;
export type ApplianceKind = keyof typeof applianceType;

export interface Manufacturer {
  readonly name: string;
  /** Models by kind of appliance, the most common first. */
  readonly models: Readonly<Partial<Record<ApplianceKind, readonly string[]>>>;
}

/** Manufacturers, the most common first. The last four names are invented. */
export const manufacturers: readonly Manufacturer[] = [
  {
    name: "Worcester Bosch",
    models: {
      combi: [
        "Greenstar 30i",
        "Greenstar 25i",
        "Greenstar Si",
        "Greenstar CDi",
        "Greenstar 4000",
        "Greenstar 2000",
        "Greenstar 8000",
      ],
      system: ["Greenstar CDi System"],
      regular: ["Greenstar Ri"],
    },
  },
  {
    name: "Vaillant",
    models: {
      combi: ["ecoTEC Plus", "ecoTEC Pro", "ecoTEC Exclusive", "ecoTEC Sustain", "ecoFIT Pure"],
      system: ["ecoTEC Plus System", "ecoFIT Sustain System"],
      regular: ["ecoFIT Sustain"],
    },
  },
  {
    name: "Ideal",
    models: {
      combi: [
        "Logic Combi",
        "Logic + Combi",
        "Logic Max Combi",
        "Vogue Max",
        "Vogue Gen2",
        "Independent",
      ],
      system: ["Logic + System", "Logic Max System"],
      regular: ["Logic Heat", "Logic Max Heat"],
    },
  },
  {
    name: "Baxi",
    models: {
      combi: ["600", "800", "400", "Assure 500", "Platinum", "Duo-tec", "EcoBlue"],
      system: ["600 System", "Platinum System"],
      regular: ["600 Heat"],
      backBoiler: ["Bermuda"],
    },
  },
  {
    name: "Viessmann",
    models: {
      combi: ["Vitodens 050", "Vitodens 100", "Vitodens 111"],
      system: ["Vitodens 100 System", "Vitodens 200 System"],
      regular: ["Vitodens 200"],
    },
  },
  {
    name: "Glow-worm",
    models: {
      combi: ["Energy", "Ultimate3", "Betacom4", "Easicom3"],
      system: ["Energy System"],
      regular: ["Energy Regular"],
    },
  },
  { name: "Vokera", models: { combi: ["Unica", "Vision", "Evolve"], system: ["Vision System"] } },
  { name: "Potterton", models: { combi: ["Assure Combi"], regular: ["Assure Heat"] } },
  { name: "Main", models: { combi: ["Eco Compact"] } },
  { name: "Alpha", models: { combi: ["E-Tec", "InTec"] } },
  { name: "Ferroli", models: { combi: ["Modena"] } },
  { name: "Ravenheat", models: { combi: ["CSI"], system: ["CSI System"] } },
  { name: "Ariston", models: { combi: ["Clas"], waterHeater: ["Fast Evo"] } },
  { name: "Intergas", models: { combi: ["Rapid", "Xclusive"] } },
  { name: "Keston", models: { combi: ["Combi C"], system: ["System S"] } },
  {
    name: "Calder Hearths",
    models: { fireInset: ["Inglenook", "Fell"], fireOutset: ["Dale", "Moor"], warmAir: ["Brisk"] },
  },
  {
    name: "Wharfe Kitchens",
    models: { cooker: ["Range 60", "Range 90"], hob: ["Four", "Five"], oven: ["Built-in 60"] },
  },
  {
    name: "Beacon Alarms",
    models: { smokeAlarm: ["S10", "S20 mains"], heatAlarm: ["H10"], coAlarm: ["C10", "C20"] },
  },
  {
    name: "Watchhouse",
    models: { smokeAlarm: ["Optic"], heatAlarm: ["Thermo"], coAlarm: ["Carbon"] },
  },
];
