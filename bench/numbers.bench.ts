import { setTimeout as sleep } from 'node:timers/promises'
import { FIRST_NUMBER, settledBytes, startLinkedDesk } from './lib/numbers.js'
import { idleShare, processorMs, untilIdle } from './lib/product.js'
import { scaleCount } from './lib/scale.js'
import { runScenario } from './lib/scenario.js'
import { nowMs, quantile } from './lib/stats.js'

/** Many numbers in one process of the product. The simulated WhatsApp runs in the scenario's process, so it is not measured. */
const NUMBERS = scaleCount(300, 20)
const IDLE_MS = scaleCount(60_000, 10_000)
const SETTLE_MS = 10_000
/** Customers that send messages, each to another number. */
const CUSTOMERS = Math.min(50, NUMBERS)
const MESSAGES = scaleCount(300, 50)
const EVERY_MS = 100
const MEGABYTE = 1024 * 1024

await runScenario(async (bench) => {
  const { report, log } = bench
  const alone = await startLinkedDesk(bench, 1)
  await untilIdle(alone.product().pid)
  const one = await settledBytes(alone.product().pid, SETTLE_MS)
  await alone.product().stop()

  const desk = await startLinkedDesk(bench, NUMBERS)
  const { simulator, numbers, client } = desk
  const socket = await client.socket()
  for (const status of ['pending', 'open']) socket.send('joinTickets', { status })
  const customers = numbers.slice(0, CUSTOMERS).map((to, n) => ({
    to,
    phone: simulator.addPhone({ number: String(FIRST_NUMBER + 100_000 + n), name: `Cliente ${n}` }),
  }))
  const send = async (n: number, text: string): Promise<number> => {
    const { to, phone } = customers[n % customers.length] ?? { to: '', phone: undefined }
    const sent = nowMs()
    const shown = socket
      .waitFor(({ event, data }) => event.endsWith('-appMessage') && data.message.body === text, 60_000)
      .then(nowMs)
    await phone?.sendText(to, text)
    return (await shown) - sent
  }
  // The first messages of each chat exchange keys and open tickets.
  for (let n = 0; n < customers.length; n++) await send(n, `olá ${n}`)
  await untilIdle(desk.product().pid)
  const [busy, ours] = [processorMs(desk.product().pid), processorMs(process.pid)]
  const times: Promise<number>[] = []
  for (let n = 0; n < MESSAGES; n++) {
    times.push(send(n, `pergunta ${n}`))
    await sleep(EVERY_MS)
  }
  const took = await Promise.all(times)
  const name = `${NUMBERS} numbers`
  report({
    scenario: `${name}, ten messages a second: phone → socket, p50`,
    value: quantile(took, 0.5),
    unit: 'ms',
    goal: { below: 40 },
  })
  report({
    scenario: `${name}, ten messages a second: phone → socket, p99`,
    value: quantile(took, 0.99),
    unit: 'ms',
  })
  report({
    scenario: `${name}: processor time a message`,
    value: (processorMs(desk.product().pid) - busy) / MESSAGES,
    unit: 'ms',
  })
  log(`the simulated WhatsApp: ${((processorMs(process.pid) - ours) / MESSAGES).toFixed(1)} ms a message`)

  socket.close()
  const before = processorMs(process.pid)
  const { ready, connected } = await desk.again()
  const { pid } = desk.product()
  report({
    scenario: `${name}: all connected after kill -9 and a start`,
    value: connected / 1000,
    unit: 's',
    goal: { atMost: 15 },
  })
  const spent = processorMs(pid) / 1000
  const simulated = (processorMs(process.pid) - before) / 1000
  log(
    `ready after ${(ready / 1000).toFixed(1)} s; processor time until all are connected: product ${spent.toFixed(1)} s, simulated WhatsApp ${simulated.toFixed(1)} s`,
  )
  await untilIdle(pid)
  const idle = processorMs(process.pid)
  report({
    scenario: `${name}, idle: share of a core`,
    value: await idleShare(pid, IDLE_MS),
    unit: '%',
    goal: { atMost: 5 },
  })
  log(
    `the simulated WhatsApp: ${((100 * (processorMs(process.pid) - idle)) / IDLE_MS).toFixed(1)} % of a core`,
  )
  const fresh = await settledBytes(pid, SETTLE_MS)
  report({
    scenario: `${name}, idle: memory a number`,
    value: (fresh - one) / (NUMBERS - 1) / MEGABYTE,
    unit: 'MB',
    goal: { atMost: 2 },
  })
  log(`one number ${(one / MEGABYTE).toFixed(0)} MB, all ${(fresh / MEGABYTE).toFixed(0)} MB`)
})
