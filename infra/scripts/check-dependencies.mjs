import { cruise } from 'dependency-cruiser'

const FOLDERS = ['contracts', 'infra', 'command-api', 'projector', 'query-api', 'wa-gateway', 'web/src']

/**
 * Checks the rules of .dependency-cruiser.mjs.
 * @param {string} root folder of the project
 * @param {string[]} [folders] what to read
 * @returns {Promise<{modules: number, violations: string[]}>}
 */
export const checkDependencies = async (root, folders = FOLDERS) => {
  const { default: rules } = await import(new URL('../../.dependency-cruiser.mjs', import.meta.url).href)
  const { enhancedResolveOptions, ...options } = rules.options
  const { output } = await cruise(
    folders,
    { ...options, baseDir: root, ruleSet: { forbidden: rules.forbidden }, validate: true, enhancedResolveOptions },
    enhancedResolveOptions,
  )
  const violations = output.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)
  return { modules: output.summary.totalCruised, violations }
}
