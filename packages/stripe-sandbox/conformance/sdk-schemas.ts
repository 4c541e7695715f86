import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv, type AnySchemaObject, type ErrorObject } from "ajv";
import {
  BaseType,
  createFormatter,
  createParser,
  createProgram,
  DEFAULT_CONFIG,
  SchemaGenerator,
  StringType,
  ts,
  VoidType,
  type Definition,
  type SubNodeParser,
  type SubTypeFormatter,
} from "ts-json-schema-generator";

/** Types of the pinned SDK. */
interface SdkTypes {
  program: ts.Program;
  /** The interfaces by the value of `object`: the resource and its deleted form. */
  resources: Map<string, ts.InterfaceDeclaration[]>;
  /** The interface of each event type. */
  events: Map<string, ts.InterfaceDeclaration>;
}

const CONFIG = {
  ...DEFAULT_CONFIG,
  path: join(dirname(fileURLToPath(import.meta.resolve("stripe"))), "stripe.esm.node.d.ts"),
  skipTypeCheck: true,
  jsDoc: "none",
  expose: "all",
  encodeRefs: false,
} as const;

function literal(declaration: ts.InterfaceDeclaration, name: string): string | null {
  for (const member of declaration.members) {
    if (!ts.isPropertySignature(member) || member.name.getText() !== name || !member.type) continue;
    return ts.isLiteralTypeNode(member.type) && ts.isStringLiteral(member.type.literal) ? member.type.literal.text : null;
  }
  return null;
}

function readSdk(): SdkTypes {
  const program = createProgram(CONFIG);
  // Without it, no file's nodes know their parents.
  program.getTypeChecker();
  const resources: SdkTypes["resources"] = new Map();
  const events: SdkTypes["events"] = new Map();
  for (const file of program.getSourceFiles()) {
    if (!file.fileName.includes("/stripe/esm/resources/")) continue;
    for (const statement of file.statements) {
      if (!ts.isInterfaceDeclaration(statement)) continue;
      const kind = literal(statement, "object");
      if (kind !== null && kind !== "event") resources.set(kind, [...(resources.get(kind) ?? []), statement]);
      const type = literal(statement, "type");
      if (type !== null && statement.heritageClauses?.some((clause) => clause.getText() === "extends EventBase"))
        events.set(type, statement);
    }
  }
  return { program, resources, events };
}

/** A reference to another resource's schema; without it each schema would include all resources, as the SDK's types refer to each other. */
class ResourceType extends BaseType {
  readonly ref: string;
  constructor(ref: string) {
    super();
    this.ref = ref;
  }
  getId(): string {
    return this.ref;
  }
}

/** JSON Schema of one interface; other resources in it are `$ref`s to the schemas `<object>` and `<object>?partial`. */
function schemaOf(sdk: SdkTypes, root: ts.InterfaceDeclaration): Definition {
  const checker = sdk.program.getTypeChecker();
  const resourceOf = (node: ts.Node): string | null =>
    ts.isInterfaceDeclaration(node) && node !== root && ts.isSourceFile(node.parent) ? literal(node, "object") : null;
  const named = (node: ts.Node, name: string): node is ts.TypeReferenceNode =>
    ts.isTypeReferenceNode(node) && node.typeName.getText() === name;

  const resource: SubNodeParser = {
    supportsNode: (node) => {
      const kind = resourceOf(node);
      return kind !== null && sdk.resources.get(kind)?.includes(node as ts.InterfaceDeclaration) === true && kind !== "list";
    },
    createType: (node) => new ResourceType(resourceOf(node) ?? ""),
  };
  const partial: SubNodeParser = {
    supportsNode: (node) => named(node, "Partial"),
    createType: (node) => {
      const of = checker.getTypeFromTypeNode((node as ts.TypeReferenceNode).typeArguments?.[0] as ts.TypeNode);
      const declaration = of.getSymbol()?.declarations?.find(ts.isInterfaceDeclaration);
      return new ResourceType(`${declaration ? literal(declaration, "object") : ""}?partial`);
    },
  };
  // The SDK's class for decimals is a string on the wire.
  const decimal: SubNodeParser = { supportsNode: (node) => named(node, "Decimal"), createType: () => new StringType() };

  const refs: SubTypeFormatter = {
    supportsType: (type) => type instanceof ResourceType,
    getDefinition: (type) => ({ $ref: uri((type as ResourceType).ref) }),
    getChildren: () => [],
  };
  // `deleted?: void` only distinguishes types and is never sent.
  const never: SubTypeFormatter = {
    supportsType: (type) => type instanceof VoidType,
    getDefinition: () => ({ not: {} }),
    getChildren: () => [],
  };
  const parser = createParser(sdk.program, CONFIG, (chain) => {
    for (const one of [resource, partial, decimal]) chain.addNodeParser(one);
  });
  const formatter = createFormatter(CONFIG, (chain) => {
    for (const one of [refs, never]) chain.addTypeFormatter(one);
  });
  return new SchemaGenerator(sdk.program, parser, formatter, CONFIG).createSchemaFromNodes([root]);
}

export interface SdkSchemas {
  /** Violations of the SDK's types in a successful response or an event. */
  problems(body: unknown): string[];
  /** Number of checked objects of each kind and event type, including those in lists. */
  readonly checked: ReadonlyMap<string, number>;
}

const uri = (ref: string): string => `https://sdk.invalid/${ref}`;

/** A union reports the errors of all branches; the deepest ones belong to the intended branch. */
function describe(errors: readonly ErrorObject[]): string[] {
  const depth = ({ instancePath }: ErrorObject): number => instancePath.split("/").length;
  const deepest = Math.max(...errors.map(depth));
  return errors
    .filter((error) => depth(error) === deepest)
    .map(({ instancePath, message, params }) => `${instancePath || "/"} ${message} ${JSON.stringify(params)}`);
}

const LIST = {
  type: "object",
  properties: { object: { const: "list" }, data: { type: "array" }, has_more: { type: "boolean" }, url: { type: "string" } },
  required: ["object", "data", "has_more", "url"],
  additionalProperties: false,
};

/** JSON Schemas of all resources and events, generated from the SDK's declarations. Takes a few seconds. */
export function createSdkSchemas(): SdkSchemas {
  const sdk = readSdk();
  const ajv = new Ajv({ allowUnionTypes: true, inlineRefs: false });
  const add = (ref: string, schema: Definition): unknown => ajv.addSchema(schema as AnySchemaObject, uri(ref));
  ajv.addSchema(LIST, uri("list"));
  for (const [kind, interfaces] of sdk.resources) {
    for (const one of interfaces) {
      const schema = schemaOf(sdk, one);
      add(`${kind}/${one.name.text}`, schema);
      if (one !== interfaces[0]) continue;
      const { [one.name.text]: whole, ...others } = schema.definitions ?? {};
      add(`${kind}?partial`, {
        ...schema,
        definitions: { ...others, [one.name.text]: { ...(whole as Definition), required: [] } },
      });
    }
    add(kind, { anyOf: interfaces.map((one) => ({ $ref: uri(`${kind}/${one.name.text}`) })) });
  }
  // Generated on demand, as there are six hundred.
  const events = new Map(sdk.events);

  const checked = new Map<string, number>();
  function against(ref: string, body: object): string[] {
    const validate = ajv.getSchema(uri(ref));
    if (!validate) return [`the SDK knows no ${ref}`];
    return validate(body) ? [] : describe(validate.errors ?? []).map((problem) => `${ref}: ${problem}`);
  }
  function problems(body: unknown): string[] {
    if (typeof body !== "object" || body === null || !("object" in body)) return ["not an object of the API"];
    const kind = String(body.object);
    if (kind === "list") return [...against("list", body), ...("data" in body ? [body.data].flat().flatMap(problems) : [])];
    const type = kind === "event" && "type" in body ? String(body.type) : null;
    const ref = type === null ? kind : `event/${type}`;
    const event = events.get(type ?? "");
    if (event && events.delete(type ?? "")) add(ref, schemaOf(sdk, event));
    checked.set(ref, (checked.get(ref) ?? 0) + 1);
    return against(ref, body);
  }
  return { problems, checked };
}
