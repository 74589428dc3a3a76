import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export interface Echo {
  readonly url: string
  close(): Promise<void>
}

/** Starts the bare server in a process of its own. */
export const startEcho = async (): Promise<Echo> => {
  const child = fork(fileURLToPath(new URL('./echo.mjs', import.meta.url)), [], { execArgv: [] })
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}
