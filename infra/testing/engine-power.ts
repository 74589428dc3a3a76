import { execFile } from 'node:child_process'
import { writeSync } from 'node:fs'
import { promisify } from 'node:util'

export interface EnginePower {
  /** SIGKILL; resolves when the process has ended */
  kill(engine: 'kafka' | 'mongodb'): Promise<void>
  /** Starts the engine again with its data; resolves when it answers. */
  start(engine: 'kafka' | 'mongodb'): Promise<void>
}

/**
 * Control of the real engines by ENGINES_COMMAND, a command that accepts `kill NAME` and `up NAME`. Setting the variable
 * declares that nobody else uses these engines. Gives null and prints a warning if it is not set.
 */
export const enginePower = (what: string): EnginePower | null => {
  const command = process.env.ENGINES_COMMAND
  if (command === undefined || command === '') {
    writeSync(2, `SKIPPED without ENGINES_COMMAND: ${what}\n`)
    return null
  }
  const run = async (...args: string[]) => void (await promisify(execFile)(command, args))
  return { kill: (engine) => run('kill', engine), start: (engine) => run('up', engine) }
}
