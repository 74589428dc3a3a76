import { say } from '../../testing/say.js'
import { startWorker } from '../worker.js'

/** Starts a worker, asks it, closes it and ends, as a tool does that has nothing else to wait for. */
const worker = await startWorker<string, string>(new URL('./echo.mjs', import.meta.url), { prefix: '>' })
say(await worker.call('a'))
await worker.close()
say('closed')
