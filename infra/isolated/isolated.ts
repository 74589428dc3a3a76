import { spawn } from 'node:child_process'
import { limitedCommand } from './limited-command.js'

/** The resources that the process of an isolated script may use. */
export interface IsolatedLimits {
  readonly timeMs: number
  /** limit of the JavaScript heap */
  readonly heapMb: number
  /** address space of the whole process; Node itself takes about 1,000 */
  readonly memoryMb: number
}

/**
 * Runs a script in a child process, for input that may take too much time or memory, or exploit its reader. A
 * thread is not enough: its memory can end the whole process. The child has no environment, writes no file
 * and ends with the reply. `task` is its first message. `take` gets each message of the script, and gives the
 * reply with the last one. An exploited script may send anything, so `take` must validate. Gives null if the
 * child ends without a reply.
 */
export const runIsolated = <Reply extends object | string>(
  script: string,
  task: object,
  { timeMs, heapMb, memoryMb }: IsolatedLimits,
  take: (message: unknown) => Reply | undefined,
): Promise<Reply | null> => {
  // without guard regions, WebAssembly's address space is as large as its memory
  const flags = [`--max-old-space-size=${heapMb}`, '--disable-wasm-trap-handler']
  const [program, args] = limitedCommand(process.execPath, [...flags, script], {
    timeMs,
    memoryMb,
    fileBytes: 0,
  })
  const child = spawn(program, args, {
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    timeout: timeMs,
    killSignal: 'SIGKILL',
  })
  return new Promise<Reply | null>((resolve) => {
    const end = (reply: Reply | null): void => {
      child.kill('SIGKILL')
      resolve(reply)
    }
    child.on('message', (message) => {
      try {
        const reply = take(message)
        if (reply !== undefined) end(reply)
      } catch {
        end(null)
      }
    })
    child.once('error', () => end(null))
    child.once('exit', () => end(null))
    child.send(task, () => undefined)
  })
}
