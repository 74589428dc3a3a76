import { startEventStoreDbDouble } from './server.js'

/** The double in a process of its own: writes its address as one line, and runs until it is killed. */
const [port] = process.argv.slice(2)
const double = await startEventStoreDbDouble(port === undefined ? {} : { port: Number(port) })
process.stdout.write(`${double.url}\n`)
