import type { Node } from 'oxc-parser';

/** Replace `start` to `end` of the source with `text`. */
interface Change {
  start: number;
  end: number;
  text: string;
}

const operators: Record<string, readonly string[]> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '<<': ['>>'],
  '>>': ['<<'],
  '>>>': ['<<'],
  '&': ['|'],
  '|': ['&'],
  '&&': ['||'],
  '||': ['&&'],
  '+=': ['-='],
  '-=': ['+='],
  '??=': ['='],
};
const methods: Record<string, string> = {
  some: 'every',
  every: 'some',
  min: 'max',
  max: 'min',
  startsWith: 'endsWith',
  floor: 'ceil',
  ceil: 'floor',
};
/** Methods whose result can be replaced by their receiver. */
const transforms = new Set(['filter', 'slice', 'subarray', 'sort', 'toSorted', 'reverse', 'toReversed', 'trim']);
const sqlWords: readonly [RegExp, string][] = [
  [/\band\b/gi, 'or'],
  [/\bor\b/gi, 'and'],
  [/(?<![<>=-])<(?![<>=@])/g, '<='],
  [/(?<![<>=@-])>(?![<>=])/g, '>='],
  [/<=/g, '<'],
  [/>=/g, '>'],
  [/\bis not null\b/gi, 'is null'],
  [/\bis null\b/gi, 'is not null'],
  [/\bgreatest\b/gi, 'least'],
  [/\bleast\b/gi, 'greatest'],
];

/** The bugs that can be planted into this node itself, without its children. */
export function changesOf(node: Node, source: string): Change[] {
  const whole = (text: string): Change => ({ start: node.start, end: node.end, text });
  switch (node.type) {
    case 'BinaryExpression':
      if (node.operator === '+' && [node.left, node.right].some(isText)) return [];
      return operatorChanges(node.left.end, node.right.start, node.operator, source);
    case 'AssignmentExpression':
      return operatorChanges(node.left.end, node.right.start, node.operator, source);
    case 'LogicalExpression':
      if (node.operator !== '??') return operatorChanges(node.left.end, node.right.start, node.operator, source);
      return isIndexDefault(node) ? [] : [whole(source.slice(node.left.start, node.left.end))];
    case 'UnaryExpression':
      return '!-'.includes(node.operator) ? [whole(source.slice(node.argument.start, node.argument.end))] : [];
    case 'UpdateExpression':
      return [whole(source.slice(node.start, node.end).replace(/\+\+|--/, (sign) => (sign === '++' ? '--' : '++')))];
    case 'IfStatement':
    case 'ConditionalExpression':
      return [replaced(node.test, 'true'), replaced(node.test, 'false')];
    case 'WhileStatement':
    case 'ForStatement':
      return node.test === null ? [] : [replaced(node.test, 'false')];
    case 'ReturnStatement':
      return node.argument === null ? [] : emptied(node.argument);
    case 'ArrowFunctionExpression':
      return node.body.type === 'BlockStatement' ? [] : emptied(node.body);
    case 'ExpressionStatement':
      return 'directive' in node && node.directive ? [] : removed(node.expression);
    case 'Literal':
      return literal(node.value).map(whole);
    case 'TemplateLiteral':
      return template(node, source);
    case 'TaggedTemplateExpression':
      return sqlChanges(node.quasi, source);
    case 'ArrayExpression':
      return node.elements.length === 0 ? [] : [whole('[]')];
    case 'MemberExpression':
    case 'CallExpression':
      return [...optional(node, source), ...method(node, source)];
    default:
      return [];
  }
}

/** The bugs that change what the code does, whatever the values: a condition turned round, a result lost, a step left out. */
export function boldChangesOf(node: Node, source: string): Change[] {
  const turned = ({ start, end }: Node): Change => ({ start, end, text: `!(${source.slice(start, end)})` });
  switch (node.type) {
    case 'IfStatement':
    case 'ConditionalExpression':
      return [turned(node.test)];
    case 'LogicalExpression':
      return node.operator === '??' ? [] : [turned(node.left)];
    case 'ReturnStatement':
    case 'ArrowFunctionExpression':
    case 'ExpressionStatement':
      return changesOf(node, source);
    default:
      return [];
  }
}

type Of<Type extends Node['type']> = Extract<Node, { type: Type }>;

const replaced = ({ start, end }: Node, text: string): Change => ({ start, end, text });
/** `bytes[i] ?? 0`: the type checker asks for the default of an index that is always there. */
export const isIndexDefault = (node: Node): boolean =>
  node.type === 'LogicalExpression' &&
  node.operator === '??' &&
  node.right.type === 'Literal' &&
  node.left.type === 'MemberExpression' &&
  node.left.computed;
const isText = ({ type, ...node }: Node): boolean =>
  type === 'TemplateLiteral' || ('value' in node && typeof node.value === 'string');

function operatorChanges(from: number, to: number, operator: string, source: string): Change[] {
  const start = source.indexOf(operator, from);
  if (start === -1 || start >= to) return [];
  return (operators[operator] ?? []).map((text) => ({ start, end: start + operator.length, text }));
}

/** Replaces the body by an empty return. Literals have changes of their own. */
function emptied(result: Node): Change[] {
  const isNothing = result.type === 'Identifier' && result.name === 'undefined';
  return isNothing || ['Literal', 'TemplateLiteral'].includes(result.type) ? [] : [replaced(result, 'undefined')];
}

function removed(expression: Node): Change[] {
  const done = expression.type === 'AwaitExpression' ? expression.argument : expression;
  if (done.type === 'CallExpression' && done.callee.type === 'Super') return [];
  const acts = ['CallExpression', 'AssignmentExpression', 'UpdateExpression', 'ChainExpression'].includes(done.type);
  return acts || (done.type === 'UnaryExpression' && done.operator === 'delete')
    ? [replaced(expression, 'undefined')]
    : [];
}

function literal(value: unknown): string[] {
  if (typeof value === 'boolean') return [String(!value)];
  if (typeof value === 'number') return [value === 0 ? '1' : value === 1 ? '0' : String(value * 2)];
  if (typeof value !== 'string' || value.includes(' ')) return []; // a text with spaces is for people
  return [value === '' ? "'other'" : "''"];
}

/** A template is SQL, a text for people or, without spaces, a key. */
function template(node: Of<'TemplateLiteral'>, source: string): Change[] {
  const texts = node.quasis.map(({ value }) => value.raw).join('');
  if (!texts.includes(' ')) return node.expressions.length === 0 ? [] : [replaced(node, '``')];
  return sqlChanges(node, source);
}

function sqlChanges({ quasis }: Of<'TemplateLiteral'>, source: string): Change[] {
  const texts = quasis.map(({ value }) => value.raw).join('');
  if (!/\b(select|insert|update|delete|and|or|where|when|greatest|least)\b|is (not )?null/i.test(texts)) return [];
  return quasis.flatMap((quasi) =>
    sqlWords.flatMap(([pattern, text]) =>
      [...source.slice(quasi.start, quasi.end).matchAll(pattern)].map(({ index, 0: found }) => ({
        start: quasi.start + index,
        end: quasi.start + index + found.length,
        text,
      })),
    ),
  );
}

/** `a?.b` as `a.b`, `a?.[b]` as `a[b]` and `a?.(b)` as `a(b)`. */
function optional(node: Of<'MemberExpression'> | Of<'CallExpression'>, source: string): Change[] {
  if (!node.optional) return [];
  const start = source.indexOf('?.', node.type === 'CallExpression' ? node.callee.end : node.object.end);
  return [{ start, end: start + 2, text: /[[(<]/.test(source.charAt(start + 2)) ? '' : '.' }];
}

function method(node: Of<'MemberExpression'> | Of<'CallExpression'>, source: string): Change[] {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression' || node.callee.computed) return [];
  const { object, property } = node.callee;
  const other = Object.hasOwn(methods, property.name) ? methods[property.name] : undefined;
  if (other !== undefined) return [replaced(property, other)];
  return transforms.has(property.name) ? [replaced(node, source.slice(object.start, object.end))] : [];
}
