import type { RootCause } from "@fieldfare/domain";

function cause(
  rootCauseId: number,
  description: string,
  child: readonly RootCause[] = [],
  requiresAdditionalText = false,
): RootCause {
  return { rootCauseId, description, requiresAdditionalText, child };
}

/** Why something failed: the kind, then the cause. */
export const rootCauses: readonly RootCause[] = [
  cause(1, "Component", [
    cause(11, "PCB"),
    cause(12, "Fan"),
    cause(13, "Pump"),
    cause(14, "Diverter valve"),
    cause(15, "Gas valve"),
    cause(16, "Sensor"),
  ]),
  cause(2, "System", [cause(21, "Sludge"), cause(22, "Leak"), cause(23, "Pressure loss")]),
  cause(3, "External", [
    cause(31, "Gas supply"),
    cause(32, "Electricity"),
    cause(33, "Frozen condensate"),
    cause(34, "User setting"),
    cause(35, "Other", [], true),
  ]),
];

interface UnsafeClass {
  readonly category: string;
  readonly code: string;
  readonly actionWithPermission: string;
  readonly actionRefused: string;
  readonly isAdvisory: boolean;
  readonly situations: readonly string[];
}

/** Classes with their situations. The code of a situation is the code of its class and its number, from 1. */
export const unsafeClasses: readonly UnsafeClass[] = [
  {
    category: "Immediately Dangerous",
    code: "ID",
    actionWithPermission: "Disconnect, attach the label, hand over the warning notice.",
    actionRefused: "Ring the gas emergency service on 0800 111 999 and give them the address.",
    isAdvisory: false,
    situations: [
      "Gas escape that cannot be made safe",
      "Products of combustion enter the room",
      "Open-flued appliance fails the spillage test",
      "Flue disconnected or leaking inside the property",
      "Open-flued appliance in a bathroom",
    ],
  },
  {
    category: "At Risk",
    code: "AR",
    actionWithPermission: "Turn off, attach the label, hand over the warning notice.",
    actionRefused: "Record the refusal, hand over the warning notice and tell the office.",
    isAdvisory: false,
    situations: [
      "Flue not supported as it should be",
      "Ventilation too small for the heat input",
      "Safety device does not work",
      "Flue terminal too close to an opening",
      "Combustion readings outside the maker's limits",
    ],
  },
  {
    category: "Not to Current Standards",
    code: "NCS",
    actionWithPermission: "Record and advise.",
    actionRefused: "Record and advise.",
    isAdvisory: true,
    situations: [
      "No isolation valve at the appliance",
      "Pipework without sleeve through a wall",
      "Main equipotential bonding not seen",
      "Emergency control without label",
    ],
  },
];
