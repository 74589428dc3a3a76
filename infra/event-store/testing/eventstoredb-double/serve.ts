import { createLog } from './log.js'
import { startEventStoreDbDouble } from './server.js'

/**
 * The double in a process of its own: writes its address as one line, and runs until it is killed. Takes a port (0:
 * any free one) and a file that keeps its log.
 */
const [port = '0', file] = process.argv.slice(2)
const double = await startEventStoreDbDouble({ port: Number(port), log: createLog(file) })
process.stdout.write(`${double.url}\n`)
