import { ConditionsParser, Serializer } from "survey-core";
import { registerFunctions } from "./functions.ts";
import { preserveTypedText } from "./typed-answers.ts";

/** Where a question's first value comes from, see `sources/values.ts`. */
const questionProperties = [
  "valueFrom",
  "choicesFrom",
  "inputMode",
  /** An expression: the answer that says that all is well, see `all-passed.ts`. */
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

/** Teaches the library what this product's forms know beyond its own; once. */
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

/** The library reads an expression anew each time that a validator runs: at every key, in every panel. */
function cacheParsedExpressions() {
  const known = new Map<string, ReturnType<ConditionsParser["parseExpression"]>>();
  const parse = Reflect.get(ConditionsParser.prototype, "parseExpression");
  ConditionsParser.prototype.parseExpression = function (this: ConditionsParser, text: string) {
    const parsed = known.get(text) ?? parse.call(this, text);
    if (parsed && known.size < maxCachedExpressions) known.set(text, parsed);
    return parsed;
  };
}

/** Expressions of all forms that a visit opens; a page that lives for days does not grow with more. */
const maxCachedExpressions = 5_000;

function hiddenProperty(property: string | { readonly name: string; readonly default?: unknown }) {
  return typeof property === "string"
    ? { name: property, visible: false }
    : { ...property, visible: false };
}
