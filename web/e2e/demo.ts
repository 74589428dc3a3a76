import { ADMIN, removeData, startProductProcess } from '@guiche/launcher/testing/product-process.js'
import { addWorkingData, fillCompany } from './busy-company.js'
import { AGENT } from './desk.js'

/**
 * `npm run demo`: starts the product on a new data folder and fills a company with customers, agents and conversations.
 * Prints the addresses. Ctrl+C ends the product and removes the folder. `PORT` is the port; default: a free one.
 */
const product = await startProductProcess({ env: { PORT: process.env.PORT ?? '0' } })
let isEnding = false
const endDemo = async (code: number): Promise<void> => {
  if (isEnding) return
  isEnding = true
  await product.stop()
  await removeData(product.dataDir)
  process.exit(code)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => endDemo(0))
try {
  const company = await fillCompany(product.url)
  await addWorkingData(company)
} catch (failure) {
  process.stderr.write(`The company could not be filled: ${String(failure)}\n`)
  await endDemo(1)
}
process.stdout.write(`
A filled company is at ${product.url}
  administrator  ${ADMIN.email}  ${ADMIN.password}
  agent          ${AGENT.email}  ${AGENT.password}
  phones         ${product.url}/simulator

Ctrl+C ends it. Nothing of it is kept.
`)
