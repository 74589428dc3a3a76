import { basename } from 'node:path'

/** More suites than these are no accident. */
const FLAKY_AT_MOST = 3

/**
 * A group of suites, or one command, as it went.
 * @typedef {object} Group
 * @property {string} name
 * @property {number} seconds
 * @property {string | null} fault why it counts as failed apart from its suites
 * @property {readonly Suite[]} results
 *
 * @typedef {import('../../testing/report.mjs').SuiteResult & { shown: string }} Suite
 */

const isRed = ({ failed }) => failed.length > 0

/**
 * @param {readonly Group[]} groups
 * @returns {{ group: Group, suite: Suite }[]} the suites that are run once more: those that failed, if they are few
 */
export const toRepeat = (groups) => {
  const red = groups.flatMap((group) => group.results.filter(isRed).map((suite) => ({ group, suite })))
  return red.length <= FLAKY_AT_MOST ? red : []
}

const sumOf = (results, of) => results.reduce((total, result) => total + of(result), 0)

/**
 * The report at the end of a run.
 * @param {readonly Group[]} groups
 * @param {ReadonlyMap<Suite, Suite>} repeated results of the second try, by those of the first
 * @returns {{ lines: string[], passed: boolean }}
 */
export const verdictOf = (groups, repeated) => {
  const lines = []
  const final = []
  let faults = 0
  for (const { name, seconds, fault, results } of groups) {
    const passed = sumOf(results, (result) => result.passed)
    lines.push(`${name}: ${results.length === 0 ? '' : `${passed} passed `}in ${Math.round(seconds)} s`)
    if (fault !== null) {
      faults += 1
      lines.push(`  failed: ${name} ${fault}`)
    }
    for (const first of results) {
      const second = repeated.get(first)
      final.push(second ?? first)
      if (!isRed(first)) continue
      const isFlaky = second !== undefined && !isRed(second)
      for (const test of first.failed)
        lines.push(`  ${isFlaky ? 'flaky' : 'failed'}: ${basename(first.path)} › ${test}`)
      if (isFlaky) lines.push(first.message, first.shown)
    }
  }
  const failed = sumOf(final, (result) => result.failed.length) + faults
  lines.push(
    `${sumOf(final, (result) => result.passed)} passed, ${failed} failed, ${sumOf(final, (result) => result.skipped)} skipped`,
  )
  return { lines: lines.filter((line) => line !== ''), passed: failed === 0 }
}
