import { setTimeout as sleep } from 'node:timers/promises'
import { collectGarbage, settledBytes, startLinkedDesk, until } from './lib/numbers.js'
import { idleShare, processorMs, untilIdle } from './lib/product.js'
import { scaleCount } from './lib/scale.js'
import { runScenario } from './lib/scenario.js'

/** Memory that stays in use after repeated reconnections of the same numbers. */
const NUMBERS = scaleCount(300, 20)
const RECONNECTIONS = scaleCount(2_000, 60)
const IDLE_MS = scaleCount(40_000, 10_000)
const SETTLE_MS = 3_000
/** The WhatsApp library leaves timers of at most a minute that retain the ended socket. */
const FORGOTTEN_MS = 65_000
const MEGABYTE = 1024 * 1024

await runScenario(async (bench) => {
  const { report, log } = bench
  const { simulator, numbers, product, areConnected } = await startLinkedDesk(bench, NUMBERS)
  const { pid } = product()

  /** Makes `count` reconnections, distributed over the numbers. Gives the processor time of one reconnection, in ms. */
  const reconnect = async (count: number): Promise<number> => {
    const before = processorMs(pid)
    for (let done = 0; done < count; done += numbers.length) {
      const some = numbers.slice(0, count - done)
      // Each number changes its link state twice: it disconnects and connects again.
      const changes = new Map(some.map((number) => [number, 0]))
      const note = ({ number }: { number?: string }) =>
        number !== undefined && changes.set(number, (changes.get(number) ?? 0) + 1)
      simulator.events.on('changed', note)
      for (const number of some) simulator.control.streamError(number, 515)
      await until(() => some.every((number) => (changes.get(number) ?? 0) >= 2) && areConnected())
      simulator.events.off('changed', note)
    }
    await untilIdle(pid)
    return (processorMs(pid) - before) / count
  }
  /** Processor time of a reconnection with warm code, because V8 discards compiled code after a rest. */
  const warm = async (): Promise<number> => {
    await reconnect(numbers.length)
    return reconnect(numbers.length)
  }
  /** Bytes in use by the gateway after all timers have ended and garbage was collected. */
  const inUse = async (): Promise<number> => {
    await collectGarbage(pid)
    return settledBytes(pid, SETTLE_MS)
  }
  const first = await warm()
  await sleep(FORGOTTEN_MS)
  const before = await inUse()
  const ours = processorMs(process.pid)
  const each = await reconnect(RECONNECTIONS)
  log(
    `a reconnection: ${each.toFixed(1)} ms of processor time, the simulated WhatsApp ${((processorMs(process.pid) - ours) / RECONNECTIONS).toFixed(1)} ms`,
  )
  await sleep(FORGOTTEN_MS)
  const idle = await idleShare(pid, IDLE_MS)
  const after = await inUse()
  const last = await warm()
  const name = `${NUMBERS} numbers, after ${RECONNECTIONS} reconnections`
  report({
    scenario: `${name}: memory that is left behind`,
    value: (after - before) / MEGABYTE,
    unit: 'MB',
    goal: { below: 50 },
  })
  report({
    scenario: `${name}: processor time of one to that of one before`,
    value: last / first,
    unit: '×',
    goal: { atMost: 1.2 },
  })
  report({ scenario: `${name}: idle share of a core`, value: idle, unit: '%', goal: { atMost: 5 } })
})
