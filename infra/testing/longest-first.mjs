import Sequencer from '@jest/test-sequencer'

/** What starts browsers, products and engines takes long: a run that begins with these ends with many short suites. */
const isLong = ({ path }) => /\.(browser|product|engine)\.test\.ts$/.test(path)

/** The order of suites: the longest first, by what earlier runs took or else by their size. */
export default class extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests)
    return [...sorted.filter(isLong), ...sorted.filter((test) => !isLong(test))]
  }
}
