import { TestEnvironment } from 'jest-environment-node'

/**
 * Where a test has failed, what its file has put into `globalThis.whenFailed` is called before anything is taken down, so
 * that a report says what was there at that moment.
 */
export default class extends TestEnvironment {
  async handleTestEvent({ name }) {
    if (name === 'test_fn_failure' || name === 'hook_failure') await this.global.whenFailed?.()
  }
}
