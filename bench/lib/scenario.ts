import { type MeasuredValue, type Row, rowOf } from './results.js'

export interface Bench {
  /** Reports one measurement. */
  report(measured: MeasuredValue): void
  /** Prints the progress. */
  log(text: string): void
  /** Adds a clean-up step. The steps run in reverse order at the end, also after a failure. */
  after(step: () => unknown): void
}

/**
 * Runs the scenario of a file. Started by run.ts, the process sends its rows to run.ts; started alone, it prints the rows.
 * Each scenario has its own process, because a used heap would distort the next scenario.
 */
export const runScenario = async (work: (bench: Bench) => Promise<void>): Promise<void> => {
  const steps: (() => unknown)[] = []
  const emit = (row: Row): void => {
    if (process.send === undefined) console.log(JSON.stringify(row))
    else process.send({ row })
  }
  const clean = async (): Promise<void> => {
    for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
      try {
        await step()
      } catch (failure) {
        console.error(failure)
      }
    }
  }
  try {
    await work({
      report: (measured) => emit(rowOf(measured)),
      log: (text) => console.error(`    ${text}`),
      after: (step) => void steps.push(step),
    })
  } catch (failure) {
    console.error(failure)
    process.exitCode = 1
    process.send?.({ broken: String(failure) })
  }
  await clean()
  if (process.connected) process.disconnect()
}
