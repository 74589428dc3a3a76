import { type Measured, type Row, rowOf } from './results.js'

export interface Bench {
  /** Hands one measurement on to the run. */
  tell(measured: Measured): void
  /** Prints a line of progress. */
  say(text: string): void
  /** Done at the end, also of a scenario that broke off; the last one first. */
  after(step: () => unknown): void
}

/**
 * Runs the scenario of this file: by itself it prints its lines, started by run.ts it sends them there. Each runs in a
 * process of its own, so that none inherits another one's heap.
 */
export const scenario = async (work: (bench: Bench) => Promise<void>): Promise<void> => {
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
      tell: (measured) => emit(rowOf(measured)),
      say: (text) => console.error(`    ${text}`),
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
