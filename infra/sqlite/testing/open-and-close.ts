import { say } from '../../testing/say.js'
import { startWorker } from '../worker.js'

/** Starts a worker, calls it, closes it and ends, like a command-line tool without other work. */
const worker = await startWorker<string, string>(new URL('./echo.mjs', import.meta.url), { prefix: '>' })
say(await worker.call('a'))
await worker.close()
say('closed')
