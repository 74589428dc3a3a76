import { dirname, join, normalize } from 'node:path'

const PROGRAM = /^(command-api|contracts|infra|projector)\/.*\.ts$/
const TESTS = /\.(test|suite)\.ts$|\/testing\//
const FOLDS = /^projector\/(views\/|engine\/projection\.ts$)/
/** A declaration of a decider, of a function that gives one, or of the `evolve` of a state. */
const DECIDER =
  /^(export )?const (\w+Decider\b|evolve(All)?\b)|^(export )?const [^=]*: Decider<|\n\s+evolve[:,]/

const IMPURE = [
  ['reads the clock', /\bDate\.now\(|\bnew Date\(\)|\bperformance\.now\(/],
  ['draws at random', /\bMath\.random\b|\bgetRandomValues\b/],
  ['waits', /\bset(Timeout|Interval|Immediate)\(|\bawait\b|\basync\b/],
  ['does I/O', /\bprocess\.\w|\bfetch\(|\bconsole\./],
]
/** Imports from Node.js that give the same for the same. */
const PURE_IMPORTS = new Set([
  'createHash',
  'createHmac',
  'hash',
  'timingSafeEqual',
  'isDeepStrictEqual',
  'createRequire',
])

const withoutComments = (text) => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:'"`])\/\/.*$/gm, '$1')

const fileOf = (from, importer) => {
  if (from.startsWith('@guiche/')) return from.slice('@guiche/'.length).replace(/\.js$/, '.ts')
  return from.startsWith('.') ? normalize(join(dirname(importer), from)).replace(/\.js$/, '.ts') : null
}

/** The values that a file imports or passes on, by the name that they have in the file; types are erased. */
const importsOf = (path, code) => {
  const found = new Map()
  for (const [, what, from] of code.matchAll(
    /^(?:import|export)\s+(?!type\b)([^'"=]*?)\s*from\s+'([^']+)'/gm,
  )) {
    const target = { from, file: fileOf(from, path) }
    for (const part of (/\{([^}]*)\}/.exec(what)?.[1] ?? '').split(',')) {
      const [, name, , local = name] = /^\s*(?!type\s)(\w+)(\s+as\s+(\w+))?/.exec(part) ?? []
      if (name !== undefined) found.set(local, { ...target, name })
    }
    const whole = /^(?:\*\s+as\s+)?(\w+)/.exec(what)?.[1]
    if (whole !== undefined) found.set(whole, { ...target, name: '*' })
  }
  return found
}

/** The code of a file by top-level declaration. */
const declarationsOf = (code) => {
  const found = new Map()
  const start =
    /^(?:export )?(?:default )?(?:async )?(?:const|let|function|class|type|interface) +[{[]?\s*(\w+)/
  for (const part of code.split(/\n(?=(?:export |const |let |function |async |class |type |interface ))/)) {
    const name = start.exec(part)?.[1]
    if (name !== undefined && !/^(export )?(type|interface) /.test(part)) found.set(name, part)
  }
  return found
}

/**
 * Checks that deciders and folds are pure: neither they nor a declaration that they use reads a clock, draws at random, waits
 * or does I/O. Their list is derived: each decider and `evolve` of a service, and all of the projector's views.
 * @param {ReadonlyMap<string, string>} sources texts by path
 * @returns {{pure: string[], reached: number, violations: string[]}} `pure`: the deciders and folds, `reached`: how many
 *   declarations they consist of
 */
export const checkPurity = (sources) => {
  const files = new Map(
    [...sources]
      .filter(([path]) => PROGRAM.test(path) && !TESTS.test(path))
      .map(([path, text]) => {
        const code = withoutComments(text)
        return [path, { imports: importsOf(path, code), declarations: declarationsOf(code) }]
      }),
  )
  /** `path name` of each declaration, with the one that uses it */
  const reached = new Map()
  for (const [path, { declarations }] of files) {
    for (const [name, code] of declarations) {
      if (FOLDS.test(path) || DECIDER.test(code)) reached.set(`${path} ${name}`, null)
    }
  }
  const pure = [...reached.keys()]
  const violations = []
  for (const [id, user] of reached) {
    const [path, name] = id.split(' ')
    const { imports, declarations } = files.get(path) ?? {}
    const code = declarations?.get(name) ?? ''
    const where = user === null ? id : `${id} (used by ${user})`
    for (const [what, pattern] of IMPURE) {
      const found = pattern.exec(code)
      if (found) violations.push(`${where} ${what}: ${found[0]}`)
    }
    const passedOn = code === '' && imports?.has(name) ? [name] : []
    for (const used of new Set([...(code.match(/(?<![.\w])\w+/g) ?? []), ...passedOn])) {
      const target = imports?.get(used)
      if (target?.from.startsWith('node:') && !PURE_IMPORTS.has(target.name)) {
        violations.push(`${where} uses ${target.name} of ${target.from}`)
      }
      const next = target
        ? target.file && `${target.file} ${target.name}`
        : declarations?.has(used) && `${path} ${used}`
      if (next && !reached.has(next)) reached.set(next, id)
    }
  }
  return { pure, reached: reached.size, violations }
}
