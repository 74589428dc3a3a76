import type { ChildProcess } from 'node:child_process'

const READY_WITHIN_MS = 200_000
const STOPPED_WITHIN_MS = 25_000

export interface Process {
  readonly pid: number
  /** everything that the process printed */
  output(): string
  /** whether the process is running and not frozen */
  alive(): boolean
  /** Makes the process a zombie: it stops in the middle of its work (SIGSTOP), until `thaw`. */
  freeze(): void
  thaw(): void
  /** SIGKILL */
  kill(): Promise<void>
  /** SIGTERM; gives the exit code, or null if the process did not end in time and was killed */
  stop(): Promise<number | null>
}

/**
 * Collects the output of a child process. `until` waits for a pattern and gives its first group. It rejects when the process
 * ends, and after `withinMs` milliseconds. Found output is not searched again, because it grows to megabytes under load.
 */
export const followOutput = (name: string, child: ChildProcess) => {
  let output = ''
  const looks = new Set<() => void>()
  const take = (chunk: Buffer): void => {
    output += chunk.toString()
    for (const look of looks) look()
  }
  child.stdout?.on('data', take)
  child.stderr?.on('data', take)
  const exited = new Promise<number | null>((resolve) => {
    child.once('close', (code) => resolve(code))
  })
  let frozen = false
  const runs = (): boolean => child.exitCode === null && child.signalCode === null
  const running: Process = {
    pid: child.pid ?? 0,
    output: () => output,
    alive: () => runs() && !frozen,
    freeze: () => {
      frozen = true
      child.kill('SIGSTOP')
    },
    thaw: () => {
      frozen = false
      child.kill('SIGCONT')
    },
    kill: async () => {
      if (!runs()) return
      child.kill('SIGKILL')
      await exited
    },
    stop: async () => {
      child.kill('SIGTERM')
      const timer = setTimeout(() => {
        const words = output.split('\n').slice(-30).join('\n')
        process.stderr.write(
          `${name} has not ended within ${STOPPED_WITHIN_MS} ms; its last words:\n${words}\n`,
        )
        child.kill('SIGKILL')
      }, STOPPED_WITHIN_MS)
      return exited.finally(() => clearTimeout(timer))
    },
  }
  const until = (pattern: RegExp, withinMs = READY_WITHIN_MS): Promise<string> =>
    new Promise((resolve, reject) => {
      const end = (): void => {
        clearTimeout(timer)
        looks.delete(look)
      }
      const look = (): void => {
        const found = pattern.exec(output)?.[1]
        if (found === undefined) return
        end()
        resolve(found)
      }
      const timer = setTimeout(() => {
        end()
        reject(new Error(`${name} is not ready in time:\n${output}`))
      }, withinMs)
      looks.add(look)
      look()
      void exited.then((code) => {
        end()
        reject(new Error(`${name} ended with ${code} before it was ready:\n${output}`))
      })
    })
  return { running, until, exited }
}
