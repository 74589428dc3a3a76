import { createRequire } from 'node:module'

// dependency-cruiser calls swc for plain TypeScript: without JSX, and without separating type imports. This file patches both
// in swc, before dependency-cruiser imports swc's functions.
let withTypes = true
const swc = createRequire(import.meta.url)('@swc/core')
const { parseFileSync } = swc
swc.parseFileSync = (name, options) => {
  const tree = parseFileSync(name, { ...options, tsx: name.endsWith('.tsx') })
  return withTypes ? tree : { ...tree, body: tree.body.filter(({ typeOnly }) => !typeOnly) }
}
const { cruise } = await import('dependency-cruiser')
const { default: rules } = await import(new URL('../../.dependency-cruiser.mjs', import.meta.url).href)

const FOLDERS = [
  'contracts',
  'infra',
  'command-api',
  'projector',
  'query-api',
  'wa-gateway',
  'launcher',
  'web/src',
]
/** Rules about a running program: it never loads imports of types, so they do not count. */
const WITHOUT_TYPES = ['no-schema-library-in-the-browser']
/** Two files that share types are understood together, so imports of types count for this rule, too. */
const TYPES_TOO = 'no-circles'
/**
 * The circle of types that stays. A kind of due work names events; events come from records, whose routes name views;
 * and kinds of due work declare their views.
 */
const TYPE_CIRCLES = [/^contracts\/due-work\/\w+\.ts$/]
const isKnownCircle = ({ rule, from }) =>
  rule.name === TYPES_TOO && TYPE_CIRCLES.some((files) => files.test(from))

/** Files that no running program loads. */
const NEVER_LOADED = /^infra\/scripts\/|\.(test|suite)\.ts$|\/testing\//

/**
 * Cycles between the parts of a folder, which are its files and its folders with all that is in them.
 * @param {{source: string, dependencies: {resolved: string}[]}[]} modules
 * @returns {string[]} each dependency that closes a cycle, with the files that make it
 */
const folderCycles = (modules) => {
  const loaded = modules.filter(({ source }) => !NEVER_LOADED.test(source))
  const known = new Set(loaded.map(({ source }) => source))
  /** by part: the parts of the same folder that it depends on, with an example */
  const graph = new Map()
  for (const { source, dependencies } of loaded) {
    for (const { resolved } of dependencies.filter(({ resolved }) => known.has(resolved))) {
      const [from, to] = [source.split('/'), resolved.split('/')]
      const same = from.findIndex((name, at) => name !== to[at])
      if (same < 0) continue
      const [part, other] = [from, to].map((names) => names.slice(0, same + 1).join('/'))
      graph.set(part, (graph.get(part) ?? new Map()).set(other, `${source} → ${resolved}`))
    }
  }
  const reaches = (from, to, seen = new Set()) =>
    from === to ||
    (!seen.has(from) &&
      [...(graph.get(from)?.keys() ?? [])].some((next) => reaches(next, to, seen.add(from))))
  return [...graph].flatMap(([part, others]) =>
    [...others].flatMap(([other, files]) =>
      reaches(other, part) ? [`no-folder-cycles: ${part} → ${other} (${files})`] : [],
    ),
  )
}

/**
 * Checks the rules of .dependency-cruiser.mjs, and that no folders depend on each other in a cycle.
 * @param {string} root folder of the project
 * @param {string[]} [folders] what to read
 * @returns {Promise<{modules: number, violations: string[]}>}
 */
export const checkDependencies = async (root, folders = FOLDERS) => {
  const { enhancedResolveOptions, ...options } = rules.options
  const run = async (types) => {
    withTypes = types
    const forbidden = rules.forbidden.filter(
      ({ name }) => name === TYPES_TOO || WITHOUT_TYPES.includes(name) !== types,
    )
    const ruleSet = { forbidden }
    const { output } = await cruise(
      folders,
      { ...options, baseDir: root, ruleSet, validate: true },
      enhancedResolveOptions,
    )
    return output
  }
  const layers = await run(true)
  const loaded = await run(false)
  const broken = [
    ...layers.summary.violations.filter((found) => !isKnownCircle(found)),
    ...loaded.summary.violations,
  ]
  const violations = [...new Set(broken.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`))]
  return {
    modules: layers.summary.totalCruised,
    violations: [...violations, ...folderCycles(loaded.modules)],
  }
}
