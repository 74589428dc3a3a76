import { writeSync } from 'node:fs'

/**
 * The address of an engine: that of its variable, else of an engine that this run starts in Docker for all suites
 * (../setup.mjs). If there is neither, gives null and prints a warning with the reason.
 */
export const engineAddress = async (
  variable: 'EVENTSTORE_URL' | 'KAFKA_BROKERS' | 'MONGODB_URL',
  what: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<string | null> => {
  const named = env[variable]
  if (named) return named
  let reason = 'outside of a test run'
  if (env.TEST_ENGINES_URL) {
    const answer = await fetch(`${env.TEST_ENGINES_URL}/${variable}`)
    const text = await answer.text()
    if (answer.ok) return text
    reason = text
  }
  writeSync(2, `SKIPPED without ${variable} (${reason}): ${what}\n`)
  return null
}

/**
 * Defines tests that need an engine. Without the engine, defines one skipped test, because jest refuses a suite without tests.
 */
export const defineEngineTests = async <E>(
  what: string,
  engine: E | null,
  tests: (engine: E) => void,
): Promise<void> => {
  // Imported here, because benchmarks also load this file, and the import fails outside of jest.
  const { describe, it } = await import('@jest/globals')
  if (engine === null) it.skip(what, () => undefined)
  else describe(what, () => tests(engine))
}
