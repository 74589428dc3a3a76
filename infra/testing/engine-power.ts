import { execFile } from 'node:child_process'
import { writeSync } from 'node:fs'
import { promisify } from 'node:util'

export interface EnginePower {
  /** SIGKILL; resolves when it is gone */
  kill(engine: 'kafka' | 'mongodb'): Promise<void>
  /** Starts it again on its data; resolves when it answers. */
  start(engine: 'kafka' | 'mongodb'): Promise<void>
}

/**
 * The power over the real engines that ENGINES_COMMAND gives: a command that takes `kill NAME` and `up NAME`. Whoever
 * sets it says that these engines are nobody else's meanwhile. Null and one loud line without it.
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
