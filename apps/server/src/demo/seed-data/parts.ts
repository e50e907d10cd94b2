export const partUnitTypes = [
  { partUnitTypeId: 1, name: "Each" },
  { partUnitTypeId: 2, name: "Metre" },
  { partUnitTypeId: 3, name: "Pack" },
  { partUnitTypeId: 4, name: "Litre" },
] as const;

interface PartCategory {
  readonly partCategoryId: number;
  readonly name: string;
  /** Parts that fit one model of a manufacturer. */
  readonly namesPerModel: readonly string[];
  /** Parts that fit any model. */
  readonly universalNames: readonly string[];
}

export const partCategories: readonly PartCategory[] = [
  {
    partCategoryId: 1,
    name: "Controls and electrics",
    namesPerModel: [
      "Main PCB",
      "Display PCB",
      "Ignition lead",
      "Ignition electrode",
      "Flow thermistor",
      "Return thermistor",
      "Overheat thermostat",
      "Air pressure switch",
      "Wiring loom",
      "Transformer",
      "Control knob set",
    ],
    universalNames: [
      "Room thermostat",
      "Programmer, two channel",
      "Cylinder thermostat",
      "Fuse, 3 A",
    ],
  },
  {
    partCategoryId: 2,
    name: "Water side",
    namesPerModel: [
      "Circulation pump",
      "Pump head",
      "Diverter valve cartridge",
      "Diverter valve motor",
      "Plate heat exchanger",
      "Main heat exchanger",
      "Expansion vessel, 8 litres",
      "Pressure sensor",
      "Pressure relief valve",
      "Flow sensor",
      "Automatic air vent",
      "Filling loop",
      "Hydraulic O-ring set",
      "Pressure gauge",
      "Bypass valve",
    ],
    universalNames: [
      "Radiator valve, 15 mm",
      "Thermostatic radiator valve, 15 mm",
      "Motorised valve, 22 mm",
      "Motorised valve, 28 mm",
      "Magnetic filter, 22 mm",
      "Inhibitor, 500 ml",
    ],
  },
  {
    partCategoryId: 3,
    name: "Gas side",
    namesPerModel: [
      "Gas valve",
      "Injector",
      "Burner",
      "Burner seal",
      "Gas valve O-ring",
      "Fan assembly",
      "Fan gasket",
      "Combustion chamber insulation",
      "Sump",
      "Condensate trap",
      "Condensate hose",
      "Viewing window",
    ],
    universalNames: [
      "Gas cock, 15 mm",
      "Gas cock, 22 mm",
      "Cooker hose, bayonet",
      "Leak detection fluid",
    ],
  },
  {
    partCategoryId: 4,
    name: "Flue",
    namesPerModel: [
      "Flue elbow, 90 degrees",
      "Flue extension, 1 m",
      "Flue terminal, horizontal",
      "Flue terminal, vertical",
      "Flue seal kit",
    ],
    universalNames: ["Terminal guard", "Flue clip, 100 mm"],
  },
  {
    partCategoryId: 5,
    name: "Service kits",
    namesPerModel: [
      "Annual service kit",
      "Five-year service kit",
      "Case seal",
      "Front panel",
      "Clip set",
    ],
    universalNames: ["Flue gas analyser filter", "Warning label", "Jointing compound"],
  },
  {
    partCategoryId: 6,
    name: "Alarms",
    namesPerModel: [],
    universalNames: [
      "Smoke alarm, battery",
      "Smoke alarm, mains",
      "Heat alarm, mains",
      "CO alarm, battery",
      "Alarm base",
      "Battery, 9 V",
    ],
  },
];
