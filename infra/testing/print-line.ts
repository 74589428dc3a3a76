import { writeSync } from 'node:fs'

/**
 * Writes one line to the standard output and returns when the whole line is written. Retries while the pipe
 * is full (EAGAIN).
 */
export const printLine = (line: string): void => {
  for (let rest = Buffer.from(`${line}\n`); rest.length > 0; ) {
    try {
      rest = rest.subarray(writeSync(1, rest))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
    }
  }
}
