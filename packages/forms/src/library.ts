import { ConditionsParser, Serializer } from "survey-core";
import { registerFunctions } from "./functions.ts";
import { preserveTypedText } from "./typed-answers.ts";

/** Properties of questions; `valueFrom` is described in `sources/values.ts`. */
const questionProperties = [
  "valueFrom",
  "choicesFrom",
  "inputMode",
  /** An expression for the answer that means "passed", see `all-passed.ts`. */
  "passedAnswer",
  "signedBy",
  { name: "carry:boolean", default: false },
  { name: "remember:boolean", default: false },
];

const panelProperties = [
  "panelsFrom",
  "subForm",
  { name: "subFormVersion:number" },
  { name: "applianceTypes:any" },
  { name: "applianceFuels:any" },
];

let isReady = false;

/** Registers this product's properties and functions with the library, once. */
export function prepareLibrary() {
  if (isReady) return;
  isReady = true;
  Serializer.addProperties("question", questionProperties.map(hiddenProperty));
  Serializer.addProperties("paneldynamic", panelProperties.map(hiddenProperty));
  Serializer.addProperty("question", { name: "applianceTypes:any", visible: false });
  registerFunctions();
  preserveTypedText();
  cacheParsedExpressions();
}

/** The library parses an expression each time that a validator runs: at every key, in every panel. */
function cacheParsedExpressions() {
  const known = new Map<string, ReturnType<ConditionsParser["parseExpression"]>>();
  const parse = Reflect.get(ConditionsParser.prototype, "parseExpression");
  ConditionsParser.prototype.parseExpression = function (this: ConditionsParser, text: string) {
    const parsed = known.get(text) ?? parse.call(this, text);
    if (parsed && known.size < maxCachedExpressions) known.set(text, parsed);
    return parsed;
  };
}

/** The limit fits the forms of a visit, and keeps a page that is open for days from growing. */
const maxCachedExpressions = 5_000;

function hiddenProperty(property: string | { readonly name: string; readonly default?: unknown }) {
  return typeof property === "string"
    ? { name: property, visible: false }
    : { ...property, visible: false };
}
