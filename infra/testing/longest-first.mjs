import Sequencer from '@jest/test-sequencer'

/** Suites that start browsers, products or engines take long. They run first, so that a run ends with short suites. */
const isLong = ({ path }) => /\.(browser|product|engine)\.test\.ts$/.test(path)

/** The order of suites: the longest first, by what earlier runs took or else by their size. */
export default class extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests)
    return [...sorted.filter(isLong), ...sorted.filter((test) => !isLong(test))]
  }
}
