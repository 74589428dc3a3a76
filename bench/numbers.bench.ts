import { setTimeout as sleep } from 'node:timers/promises'
import type { ProductProcess } from '../infra/launcher/testing/product-process.js'
import { linkNumbers } from './lib/numbers.js'
import { OURS, startPairedDesk } from './lib/phones.js'
import { processorMs, residentBytes, untilIdle } from './lib/product.js'
import { scaled } from './lib/scale.js'
import { scenario } from './lib/scenario.js'
import { nowMs, quantile } from './lib/stats.js'

/** Many numbers in one process of the product; the simulated WhatsApp is in this process, so it is not counted. */
const NUMBERS = scaled(300, 20)
const FIRST = 5_511_910_000_001
const RECONNECTIONS = scaled(2_000, 60)
const IDLE_MS = scaled(60_000, 10_000)
const SETTLE_MS = scaled(20_000, 5_000)
/** The library leaves timers behind that hold a socket which has ended, the longest for two minutes. */
const FORGOTTEN_MS = 130_000
/** Customers that write, each to a number of its own. */
const CUSTOMERS = Math.min(50, NUMBERS)
const MESSAGES = scaled(300, 50)
const EVERY_MS = 100
const LOOK_MS = 50
const PATIENCE_MS = 180_000
const MEGABYTE = 1024 * 1024

/** Share of one core that a process uses by itself, in percent. */
const idleShare = async (pid: number): Promise<number> => {
  const [before, began] = [processorMs(pid), nowMs()]
  await sleep(IDLE_MS)
  return (100 * (processorMs(pid) - before)) / (nowMs() - began)
}

/** The least memory that a process shows within the time it is given to settle, in bytes. */
const settledBytes = async (pid: number): Promise<number> => {
  let least = Number.POSITIVE_INFINITY
  for (const end = nowMs() + SETTLE_MS; nowMs() < end; await sleep(LOOK_MS))
    least = Math.min(least, residentBytes(pid))
  return least
}

const until = async (holds: () => boolean): Promise<void> => {
  for (const end = nowMs() + PATIENCE_MS; !holds(); await sleep(LOOK_MS))
    if (nowMs() > end) throw new Error('not all numbers came up in time')
}

await scenario(async (bench) => {
  const { tell, say } = bench
  const desk = await startPairedDesk(bench, { GATEWAY_SESSIONS: '1000' })
  const { simulator, socket } = desk
  let product: ProductProcess = desk.product
  const one = await settledBytes(product.pid)
  const began = nowMs()
  const numbers = [OURS, ...(await linkNumbers(desk, FIRST, NUMBERS - 1))]
  say(`${NUMBERS} numbers linked within ${((nowMs() - began) / 1000).toFixed(0)} s`)
  const areConnected = () => numbers.every((number) => simulator.control.isConnected(number))
  const allConnected = () => until(areConnected)
  await allConnected()
  await untilIdle(product.pid)
  // the way there leaves garbage behind that a number does not need: what counts is a process that comes back
  const linked = await settledBytes(product.pid)

  const customers = numbers.slice(0, CUSTOMERS).map((to, n) => ({
    to,
    phone: simulator.addPhone({ number: String(FIRST + 100_000 + n), name: `Cliente ${n}` }),
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
  // the first ones of each chat exchange keys and open tickets
  for (let n = 0; n < customers.length; n++) await send(n, `olá ${n}`)
  const busy = processorMs(product.pid)
  const times: Promise<number>[] = []
  for (let n = 0; n < MESSAGES; n++) {
    times.push(send(n, `pergunta ${n}`))
    await sleep(EVERY_MS)
  }
  const took = await Promise.all(times)
  const name = `${NUMBERS} numbers`
  tell({
    scenario: `${name}, ten messages a second: phone → socket, p50`,
    value: quantile(took, 0.5),
    unit: 'ms',
    goal: { below: 40 },
  })
  tell({
    scenario: `${name}, ten messages a second: phone → socket, p99`,
    value: quantile(took, 0.99),
    unit: 'ms',
  })
  tell({
    scenario: `${name}: processor time a message`,
    value: (processorMs(product.pid) - busy) / MESSAGES,
    unit: 'ms',
  })

  await product.kill()
  socket.close()
  await until(() => !numbers.some((number) => simulator.control.isConnected(number)))
  const killed = nowMs()
  product = await desk.again()
  const ready = nowMs() - killed
  await allConnected()
  tell({
    scenario: `${name}: all connected after kill -9 and a start`,
    value: (nowMs() - killed) / 1000,
    unit: 's',
    goal: { atMost: 15 },
  })
  say(
    `ready after ${(ready / 1000).toFixed(1)} s, ${(processorMs(product.pid) / 1000).toFixed(1)} s of processor time`,
  )
  await untilIdle(product.pid)
  tell({
    scenario: `${name}, idle: share of a core`,
    value: await idleShare(product.pid),
    unit: '%',
    goal: { atMost: 5 },
  })
  const fresh = await settledBytes(product.pid)
  tell({
    scenario: `${name}, idle: memory a number`,
    value: (Math.min(fresh, linked) - one) / (NUMBERS - 1) / MEGABYTE,
    unit: 'MB',
    goal: { atMost: 2 },
  })
  say(
    `one number ${(one / MEGABYTE).toFixed(0)} MB, all ${(linked / MEGABYTE).toFixed(0)} MB, after a start ${(fresh / MEGABYTE).toFixed(0)} MB`,
  )

  /** Has so many numbers reconnect, all of them in turn; gives the processor time of each, in ms. */
  const reconnect = async (count: number): Promise<number> => {
    const before = processorMs(product.pid)
    for (let done = 0; done < count; done += numbers.length) {
      const some = numbers.slice(0, count - done)
      // one leaves and comes back: its link changes twice
      const changes = new Map(some.map((number) => [number, 0]))
      const note = ({ number }: { number?: string }) =>
        number !== undefined && changes.set(number, (changes.get(number) ?? 0) + 1)
      simulator.events.on('changed', note)
      for (const number of some) simulator.control.streamError(number, 515)
      await until(() => some.every((number) => (changes.get(number) ?? 0) >= 2) && areConnected())
      simulator.events.off('changed', note)
    }
    await untilIdle(product.pid)
    return (processorMs(product.pid) - before) / count
  }
  const first = await reconnect(numbers.length)
  await sleep(FORGOTTEN_MS)
  const before = await settledBytes(product.pid)
  await reconnect(RECONNECTIONS)
  await sleep(FORGOTTEN_MS)
  const after = await settledBytes(product.pid)
  const last = await reconnect(numbers.length)
  const since = `after ${RECONNECTIONS} reconnections`
  tell({
    scenario: `${name}, ${since}: memory that is left behind`,
    value: (after - before) / MEGABYTE,
    unit: 'MB',
    goal: { below: 50 },
  })
  tell({
    scenario: `${name}, ${since}: processor time of the next ones to that of the first`,
    value: last / first,
    unit: '×',
    goal: { atMost: 1.2 },
  })
  tell({
    scenario: `${name}, ${since}: idle share of a core`,
    value: await idleShare(product.pid),
    unit: '%',
    goal: { atMost: 5 },
  })
  say(`a reconnection takes ${last.toFixed(1)} ms of processor time`)
})
