import Sequencer from '@jest/test-sequencer'

/** Suites that start browsers, products or engines are slow. They run first, so that a run ends with fast suites. */
const isLongSuite = ({ path }) => /\.(browser|product|engine)\.test\.ts$/.test(path)

/** Orders suites by duration, slowest first: by earlier runs, else by file size. */
export default class extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests)
    return [...sorted.filter(isLongSuite), ...sorted.filter((test) => !isLongSuite(test))]
  }
}
