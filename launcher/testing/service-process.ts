import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { followOutput, type Process } from './child.js'

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url))
const DOUBLE = fileURLToPath(
  new URL('../../infra/event-store/testing/eventstoredb-double/serve.ts', import.meta.url),
)

/** The EventStoreDB double in its own process. With the port and file of a killed double, it continues as that double. */
export const startDouble = async (
  again: { readonly port?: number; readonly file?: string } = {},
): Promise<Process & { readonly url: string }> => {
  const args = ['--conditions=source', '--import', 'tsx', DOUBLE, String(again.port ?? 0)]
  if (again.file !== undefined) args.push(again.file)
  const child = followOutput(
    'the double',
    spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] }),
  )
  const url = await child.until(/(esdb:\S+)\n/)
  return { ...child.running, url }
}

/** A service that is being started. */
export interface ServiceProcess extends Process {
  readonly name: string
  /** the address of the ready service; rejects with the output if the process ends before */
  readonly ready: Promise<string>
  /** resolves with the pattern's first group in the output */
  said(pattern: RegExp): Promise<string>
  /** resolves with the exit code */
  readonly exited: Promise<number | null>
}

/** Starts one built service on a free port. */
export const startServiceProcess = (name: string, env: Readonly<Record<string, string>>): ServiceProcess => {
  const child = followOutput(
    name,
    spawn(process.execPath, [MAIN, name], {
      env: { PATH: process.env.PATH, MODE: 'distributed', PORT: '0', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  )
  const ready = child.until(/"address":"(http[^"]+)"[^\n]*"msg":"ready"/)
  ready.catch(() => undefined)
  return { ...child.running, name, ready, said: child.until, exited: child.exited }
}
