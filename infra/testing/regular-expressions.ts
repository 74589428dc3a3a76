import { type Node, parseSync } from '@swc/core'

/** A regular expression of a source file. */
export interface Expression {
  readonly path: string
  readonly source: string
  readonly flags: string
  /** maximum length of its input: a schema checks the length before the pattern */
  readonly longest: number
}

/** Maximum length of a user's text that expressions must handle. */
export const MAX_TEXT_LENGTH = 65_536

type Tree = { readonly [key: string]: unknown; readonly type?: string }

/** Replaces a part of an expression that is known only at run time: a letter or a number. */
const UNKNOWN_PART = '2'

const nodesOf = function* (node: unknown): Generator<Tree> {
  if (typeof node !== 'object' || node === null) return
  if (!Array.isArray(node)) yield node as Tree
  for (const [key, child] of Object.entries(node)) if (key !== 'span') yield* nodesOf(child)
}

const parseSource = (path: string, text: string): Node =>
  parseSync(text, { syntax: 'typescript', tsx: path.endsWith('x'), target: 'es2022' })

type Constants = ReadonlyMap<string, string>

/** The possible sources of an expression in the code. Null if the code does not show them. */
const textsOf = (node: Tree | undefined, constants: Constants): readonly string[] | null => {
  switch (node?.type) {
    case 'StringLiteral':
      return [String(node.value)]
    case 'Identifier': {
      const text = constants.get(String(node.value))
      return text === undefined ? null : [text]
    }
    case 'TemplateLiteral': {
      const parts = node.quasis as readonly { readonly cooked: string }[]
      const between = (node.expressions as readonly Tree[]).map((part) => textsOf(part, constants)?.[0])
      return [
        parts
          .map(({ cooked }, at) => cooked + (at < between.length ? (between[at] ?? UNKNOWN_PART) : ''))
          .join(''),
      ]
    }
    case 'ConditionalExpression': {
      const [yes, no] = [node.consequent, node.alternate].map((branch) => textsOf(branch as Tree, constants))
      return yes && no ? [...yes, ...no] : null
    }
    default:
      return null
  }
}

const constantsOf = (trees: Iterable<Node>): Constants => {
  const constants = new Map<string, string>()
  for (const tree of trees) {
    for (const { type, id, init } of nodesOf(tree)) {
      if (type !== 'VariableDeclarator') continue
      const text = textsOf(init as Tree, constants)?.[0]
      if (text !== undefined) constants.set(String((id as Tree).value), text)
    }
  }
  return constants
}

const argumentOf = (node: Tree): Tree | undefined =>
  (node.arguments as { expression: Tree }[] | null)?.[0]?.expression

const isRegExpCall = ({ type, callee }: Tree): boolean =>
  (type === 'NewExpression' || type === 'CallExpression') && (callee as Tree).value === 'RegExp'

const propertyOf = (node: Tree, name: string): Tree | undefined =>
  ((node.properties ?? []) as Tree[]).find(({ key }) => (key as Tree | undefined)?.value === name)
    ?.value as Tree

/**
 * All regular expressions of sources: literals, `RegExp(…)` and patterns of schemas. `unread`: files whose
 * expressions are built at run time.
 */
export const expressionsIn = (sources: ReadonlyMap<string, string>) => {
  const trees = new Map([...sources].map(([path, text]) => [path, parseSource(path, text)]))
  const constants = constantsOf(trees.values())
  const expressions: Expression[] = []
  const unread: string[] = []
  for (const [path, tree] of trees) {
    const add = (node: Tree | undefined, flags: string, longest = MAX_TEXT_LENGTH) => {
      const texts = textsOf(node, constants)
      if (texts === null) unread.push(path)
      for (const source of texts ?? []) expressions.push({ path, source, flags, longest })
    }
    for (const node of nodesOf(tree)) {
      if (node.type === 'RegExpLiteral') {
        expressions.push({
          path,
          source: String(node.pattern),
          flags: String(node.flags),
          longest: MAX_TEXT_LENGTH,
        })
      } else if (isRegExpCall(node)) {
        if (argumentOf(node)?.type !== 'RegExpLiteral') add(argumentOf(node), '')
      } else if (node.type === 'ObjectExpression') {
        const pattern = propertyOf(node, 'pattern')
        const { value: most } = propertyOf(node, 'maxLength') ?? {}
        if (pattern !== undefined && pattern.type !== 'RegExpLiteral' && !isRegExpCall(pattern))
          add(pattern, 'u', typeof most === 'number' ? most : MAX_TEXT_LENGTH)
      }
    }
  }
  return { expressions, unread }
}

/** Characters whose repetition is the worst case of common mistakes. */
const UNITS = [
  ' ',
  '\t',
  '\n',
  'a',
  'A',
  '0',
  '@',
  '"',
  "'",
  '`',
  '*',
  '_',
  '~',
  '\\',
  '/',
  '.',
  '-',
  ':',
  '=',
  '{',
  '}',
]
const MORE_UNITS = ['(', '[', '<', '&', '+', ';', '😀', '\u0301', '{{ ', ' a', 'a.', '*a', '\r\n']

/** The literal parts of an expression, which may be around its repetitions. */
const runsOf = (source: string): readonly string[] => {
  const plain = source.replace(
    /\[(?:\\.|[^\]\\])*\]|\(\?(?:<?[=!]|:|<\w+>)|\\[wWdDsSbBpPuxk](?:\{[^}]*\})?|\{\d*,?\d*\}/g,
    '\0',
  )
  return [
    ...new Set(
      [...plain.matchAll(/(?:\\[^\w]|[^\\^$.|?*+()\0])+/g)].map(([run]) => run.replace(/\\(.)/g, '$1')),
    ),
  ]
}

/** Ends of texts that make a match fail after its repetition. */
const TEXT_ENDS = ['', '\0', ' ', '@']

/** Texts on which an expression may be slow, each as a function of the length. */
const textsFor = (source: string): readonly ((length: number) => string)[] => {
  const runs = runsOf(source)
  const begins = ['', ...runs.flatMap((run) => [run, `a${run}`, `${run}a`])]
  const units = [...new Set([...UNITS, ...MORE_UNITS, ...runs])]
  return units.flatMap((unit) =>
    begins.flatMap((begin) =>
      TEXT_ENDS.map((end) => (length: number) => {
        const repeated = unit.repeat(Math.ceil(length / unit.length))
        return begin + repeated.slice(0, length - begin.length - end.length) + end
      }),
    ),
  )
}

const ROUNDS = 4
/** Growing lengths, so that exponential or cubic time is found before it takes hours. */
const SIZES = [16, 20, 24, 64, 256, 1_024, 4_096]
/** Above this multiple of the limit, a time is no noise. */
const BEYOND_NOISE = 8

/** Processor time of this process in milliseconds. A busy machine does not lengthen it, as it lengthens time. */
const processorMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Processor time for finding all matches, in milliseconds. Slightly above `limit`, the minimum of several runs. */
const timeOf = (expression: RegExp, text: string, limit: number): number => {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < ROUNDS && least > limit; round += 1) {
    const begin = processorMs()
    text.replace(expression, '')
    least = Math.min(least, processorMs() - begin)
    if (least > BEYOND_NOISE * limit) break
  }
  return least
}

/** Whether the expression has no repetition, so its time is linear. */
const isPlain = (source: string): boolean => !/[*+{]/.test(source)

/**
 * Describes a text on which an expression takes more than `limit` milliseconds of the processor; null if there is none. The slowest short text
 * is also tried in full length.
 */
export const slownessOf = ({ source, flags, longest }: Expression, limit: number): string | null => {
  if (isPlain(source)) return null
  const expression = new RegExp(source, flags.includes('g') ? flags : `${flags}g`)
  const tooSlow = (text: string, took: number) =>
    took > limit ? `${JSON.stringify(text.slice(0, 12))} × ${text.length}: ${Math.round(took)} ms` : null
  let worst = { took: -1, make: (_length: number) => '' }
  for (const size of [
    ...SIZES.filter((each) => each < longest),
    Math.min(longest, SIZES.at(-1) ?? longest),
  ]) {
    worst = { ...worst, took: -1 }
    for (const make of textsFor(source)) {
      const text = make(size)
      const took = timeOf(expression, text, limit)
      const said = tooSlow(text, took)
      if (said !== null) return said
      if (took > worst.took) worst = { took, make }
    }
  }
  for (const size of [longest / 4, longest]) {
    const text = worst.make(size)
    const said = tooSlow(text, timeOf(expression, text, limit))
    if (said !== null) return said
  }
  return null
}
