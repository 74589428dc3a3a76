import { printLine } from '../../testing/print-line.js'
import { startWorker } from '../worker.js'

/** Starts a worker, calls it, closes it and ends, like a command-line tool without other work. */
const worker = await startWorker<string, string>(new URL('./echo.mjs', import.meta.url), { prefix: '>' })
printLine(await worker.call('a'))
await worker.close()
printLine('closed')
