import { type ArrowFunctionExpression, type Function as Named, type Node, parseSync, visitorKeys } from 'oxc-parser';

/**
 * A text that React would move or remove as a node of its own. A browser's page translation puts such nodes into elements
 * of its own, after which React does not find them, and everything below the next error boundary is lost. A text alone in
 * its element is safe: React replaces the content of the element.
 */
export interface LooseText {
  line: number;
  text: string;
}

/** What a child may be: an element, nothing, a text, or what is not known here, such as `children`. */
type Kind = 'element' | 'nothing' | 'text' | 'unknown';

/**
 * Texts of a component's source that should be wrapped in an element: those that come and go beside something, those that
 * something comes and goes in front of, those in a fragment, and those that a component returns. `translated`: the page
 * may be translated, so that a text that changes beside something is not seen either.
 */
export function looseTexts(file: string, source: string, translated = false): LooseText[] {
  const { program } = parseSync(file, source);
  const found: LooseText[] = [];
  const known = knownKinds(program);
  const report = (node: Node) =>
    found.push({
      line: source.slice(0, node.start).split('\n').length,
      text: source.slice(node.start, node.end).replaceAll(/\s+/g, ' '),
    });
  const visit = (node: Node, name: string | undefined) => {
    if (node.type === 'JSXElement' || node.type === 'JSXFragment')
      for (const text of looseAmong(node, known, translated)) report(text);
    if (isFunction(node) && isComponent(node, name))
      for (const value of returnedBy(node)) if (kindsOf(value, known).has('text')) report(value);
    for (const child of childrenOf(node)) visit(child, nameOf(node));
  };
  visit(program, undefined);
  return found;
}

type Known = ReadonlyMap<string, ReadonlySet<Kind>>;
type Parent = Extract<Node, { type: 'JSXElement' | 'JSXFragment' }>;

function looseAmong(parent: Parent, known: Known, translated: boolean): Node[] {
  const children = parent.children
    .filter((child) => !isLayout(child))
    .map((child) => {
      const value = child.type === 'JSXExpressionContainer' ? child.expression : child;
      return { value, kinds: kindsOf(value, known) };
    })
    .filter(({ kinds }) => [...kinds].some((kind) => kind !== 'nothing'));
  const isAlone = children.length < 2 && parent.type === 'JSXElement';
  if (isAlone) return [];
  return children.flatMap(({ value, kinds }, index) => {
    if (!kinds.has('text')) return [];
    const before = children.slice(0, index).findLast(({ value: each }) => !isSpace(each));
    const comesAndGoes = kinds.size > 1 || (before !== undefined && mayChange(before.kinds));
    const changes = translated && value.type !== 'JSXText';
    return parent.type === 'JSXFragment' || comesAndGoes || changes ? [value] : [];
  });
}

const mayChange = (kinds: ReadonlySet<Kind>) => kinds.size > 1 || kinds.has('unknown');

const isSpace = (node: Node) => node.type === 'JSXText' && isBlank(node.value);

/** Line breaks between tags are no text. */
const isLayout = (node: Node) => node.type === 'JSXText' && /^\s*\n\s*$/.test(node.value);

function kindsOf(node: Node, known: Known): ReadonlySet<Kind> {
  const of = (...nodes: Node[]) => new Set(nodes.flatMap((each) => [...kindsOf(each, known)]));
  switch (node.type) {
    case 'JSXElement':
    case 'JSXFragment':
      return new Set(['element']);
    case 'JSXEmptyExpression':
      return new Set(['nothing']);
    case 'Literal':
      if (node.value === null || typeof node.value === 'boolean') return new Set(['nothing']);
      return new Set([isBlank(node.value) ? 'element' : 'text']);
    case 'ConditionalExpression':
      return of(node.consequent, node.alternate);
    case 'LogicalExpression':
      return node.operator === '&&' ? of(node.right).add('nothing') : of(node.left, node.right);
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSNonNullExpression':
    case 'TSSatisfiesExpression':
    case 'ChainExpression':
      return of(node.expression);
    case 'Identifier':
      return node.name === 'undefined' ? new Set(['nothing']) : (known.get(node.name) ?? new Set(['text']));
    case 'MemberExpression':
      return known.get(propertyOf(node)) ?? new Set(['text']);
    case 'CallExpression':
      return kindsOfCall(node, known);
    case 'JSXText':
      return new Set([isBlank(node.value) ? 'element' : 'text']);
    default:
      return new Set(['text']);
  }
}

/** A translation leaves it as it is. */
const isBlank = (value: unknown) => typeof value === 'string' && value.trim() === '';

/** A list has what its function makes of each, or nothing; other functions return texts, unless they are known. */
function kindsOfCall({ callee, arguments: [made] }: Extract<Node, { type: 'CallExpression' }>, known: Known) {
  const isList = callee.type === 'MemberExpression' && ['map', 'flatMap'].includes(propertyOf(callee));
  if (!isList) return new Set<Kind>([kindsOf(callee, known).has('unknown') ? 'unknown' : 'text']);
  const each = made && isFunction(made) ? returnedBy(made).flatMap((one) => [...kindsOf(one, known)]) : [];
  return new Set<Kind>([...each, 'nothing']);
}

const propertyOf = ({ property }: Extract<Node, { type: 'MemberExpression' }>): string =>
  property.type === 'Identifier' ? property.name : '';

/** Names of the file whose value is known: its constants, and properties that are typed as something to render. */
function knownKinds(program: Node): Known {
  const known = new Map<string, ReadonlySet<Kind>>([
    ['children', new Set(['unknown'])],
    ['field', new Set(['unknown'])], // of `usePin`
    ['createElement', new Set(['unknown'])],
  ]);
  const visit = (node: Node) => {
    for (const child of childrenOf(node)) visit(child);
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && node.init) {
      const value = isFunction(node.init) ? returnedBy(node.init) : [node.init];
      const kinds = new Set(value.flatMap((each) => [...kindsOf(each, known)]));
      if (!kinds.has('text')) known.set(node.id.name, isFunction(node.init) ? new Set(['unknown']) : kinds);
    }
    if (node.type === 'Identifier' && node.typeAnnotation && rendersIn(node.typeAnnotation))
      known.set(node.name, new Set(['unknown']));
    if (node.type === 'TSPropertySignature' && node.key.type === 'Identifier' && node.typeAnnotation)
      if (rendersIn(node.typeAnnotation)) known.set(node.key.name, new Set(['unknown']));
  };
  visit(program);
  return known;
}

/** `ReactNode`, also as what a function returns. */
function rendersIn(type: Node): boolean {
  if (type.type === 'TSTypeReference' && type.typeName.type === 'Identifier')
    return ['ReactNode', 'ReactElement'].includes(type.typeName.name);
  return childrenOf(type).some(rendersIn);
}

const isFunction = (node: Node): node is Named | ArrowFunctionExpression =>
  ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'].includes(node.type);

const isComponent = ({ id }: Named | ArrowFunctionExpression, name: string | undefined): boolean =>
  /^[A-Z]/.test(id?.name ?? name ?? '');

const nameOf = (node: Node): string | undefined =>
  node.type === 'VariableDeclarator' && node.id.type === 'Identifier' ? node.id.name : undefined;

function returnedBy({ body }: Named | ArrowFunctionExpression): Node[] {
  if (body === null) return [];
  if (body.type !== 'BlockStatement') return [body];
  const returns = (node: Node): Node[] => {
    if (isFunction(node)) return [];
    if (node.type === 'ReturnStatement') return node.argument ? [node.argument] : [];
    return childrenOf(node).flatMap(returns);
  };
  return returns(body);
}

const childrenOf = (node: Node): Node[] =>
  (visitorKeys[node.type] ?? []).flatMap((key) => {
    const child: unknown = Reflect.get(node, key);
    return (Array.isArray(child) ? child : [child]).filter(isNode);
  });

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
