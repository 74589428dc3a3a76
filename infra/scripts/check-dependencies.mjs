import { createRequire } from 'node:module'

// dependency-cruiser asks swc for plain TypeScript, which does not know JSX, and does not tell imports of types apart.
// Both are mended where it calls swc, before it takes swc's functions over.
let withTypes = true
const swc = createRequire(import.meta.url)('@swc/core')
const { parseFileSync } = swc
swc.parseFileSync = (name, options) => {
  const tree = parseFileSync(name, { ...options, tsx: name.endsWith('.tsx') })
  return withTypes ? tree : { ...tree, body: tree.body.filter(({ typeOnly }) => !typeOnly) }
}
const { cruise } = await import('dependency-cruiser')
const { default: rules } = await import(new URL('../../.dependency-cruiser.mjs', import.meta.url).href)

const FOLDERS = ['contracts', 'infra', 'command-api', 'projector', 'query-api', 'wa-gateway', 'web/src']
const CIRCLES = 'no-circles'

/**
 * Checks the rules of .dependency-cruiser.mjs. Circles are those that a running program would meet: imports of types
 * alone do not count for them, but do for every other rule.
 * @param {string} root folder of the project
 * @param {string[]} [folders] what to read
 * @returns {Promise<{modules: number, violations: string[]}>}
 */
export const checkDependencies = async (root, folders = FOLDERS) => {
  const { enhancedResolveOptions, ...options } = rules.options
  const run = async (types) => {
    withTypes = types
    const forbidden = rules.forbidden.filter(({ name }) => (name === CIRCLES) !== types)
    const ruleSet = { forbidden }
    const { output } = await cruise(
      folders,
      { ...options, baseDir: root, ruleSet, validate: true },
      enhancedResolveOptions,
    )
    return output.summary
  }
  const layers = await run(true)
  const circles = await run(false)
  const violations = [...layers.violations, ...circles.violations].map(
    ({ rule, from, to }) => `${rule.name}: ${from} → ${to}`,
  )
  return { modules: layers.totalCruised, violations }
}
