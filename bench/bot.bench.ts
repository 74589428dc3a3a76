import { setTimeout as sleep } from 'node:timers/promises'
import type { ConnectionRecord } from '@guiche/contracts/views/records.js'
import { COMPANY_NUMBER, startPairedDesk } from './lib/phones.js'
import { scaleCount } from './lib/scale.js'
import { runScenario } from './lib/scenario.js'
import { nowMs, quantile } from './lib/stats.js'

const ONE_BY_ONE = scaleCount(30, 5)
const AT_ONCE = scaleCount(200, 10)
/** A connection pauses up to 1.35 s between two messages, like a person. The figure leaves the pause out. */
const PAUSE = 1400
/** Texts by which the scenario recognizes the bot's answers. */
const [MENU, OPTIONS] = ['Escolha uma fila', 'Escolha uma opção']

/** Customers answer the bot's menus on a connection with two queues: first one after another, then all at once. */
await runScenario(async (bench) => {
  const { report, log } = bench
  const { simulator, client, socket } = await startPairedDesk(bench)
  const queueIds: number[] = []
  for (const [name, color] of [
    ['Vendas', '#aa3300'],
    ['Financeiro', '#0033aa'],
  ]) {
    const queue = { name, color, greetingMessage: OPTIONS }
    queueIds.push((await client.post<{ id: number }>('/queue', queue)).body.id)
  }
  for (const title of ['Boleto', 'Nota']) {
    const option = { title, message: title, queueId: queueIds[0], parentId: -1 }
    await client.post('/queue-options', option)
  }
  const [connection] = (await client.get<ConnectionRecord[]>('/whatsapp')).body
  const changed = { name: connection?.name, queueIds, greetingMessage: MENU }
  await client.put(`/whatsapp/${connection?.id}`, changed)

  const answered = async (number: string, said: string, answer: string): Promise<number> => {
    const phone = simulator.phones.get(number) ?? simulator.addPhone({ number, name: `Cliente ${number}` })
    const there = new Promise<number>((resolve) => {
      const look = (): void => {
        if (!phone.received.some(({ text }) => text?.includes(answer))) return
        phone.events.off('message', look)
        resolve(nowMs())
      }
      phone.events.on('message', look)
    })
    const began = nowMs()
    await phone.sendText(COMPANY_NUMBER, said)
    return (await there) - began
  }
  const numberOf = (at: number) => `55119${String(20_000_000 + at)}`
  const times: number[] = []
  for (let at = 0; at < ONE_BY_ONE; at++) {
    // The first message of a chat exchanges encryption keys.
    await answered(numberOf(at), 'Olá', MENU)
    await sleep(PAUSE)
    times.push(await answered(numberOf(at), '1', OPTIONS))
    await sleep(PAUSE)
  }
  const one = "customer's choice → bot's answer on the phone"
  report({ scenario: `${one}: p50`, value: quantile(times, 0.5), unit: 'ms', goal: { below: 80 } })
  report({ scenario: `${one}: p99`, value: quantile(times, 0.99), unit: 'ms' })

  // The line sends at the pace of a person. So many simultaneous answers are measured in the agents' frames.
  const phones = Array.from({ length: AT_ONCE }, (_, at) => {
    const number = numberOf(1_000_000 + at)
    return { number, phone: simulator.addPhone({ number, name: `Cliente ${at}` }) }
  })
  const allAtOnce = async (said: string, answer: string): Promise<number[]> => {
    const shown = phones.map(async ({ number, phone }) => {
      const there = socket.waitFor(
        ({ event, data }) =>
          event.endsWith('-appMessage') &&
          data.message.fromMe &&
          data.contact.number === number &&
          data.message.body.includes(answer),
        120_000,
      )
      const began = nowMs()
      await phone.sendText(COMPANY_NUMBER, said)
      await there
      return nowMs() - began
    })
    return Promise.all(shown)
  }
  // A first message exchanges keys, which takes phone and line a few milliseconds of processor time.
  const first = await allAtOnce('Olá', MENU)
  const chosen = await allAtOnce('1', OPTIONS)
  log(`${chosen.length} customers were answered twice`)
  const many = `${AT_ONCE} customers at once → bot's answers on an agent's socket`
  for (const [which, measured] of [
    ['first messages', first],
    ['choices', chosen],
  ] as const) {
    const goal = measured === chosen ? { goal: { below: 1000 } } : {}
    report({ scenario: `${many}, ${which}: p50`, value: quantile(measured, 0.5), unit: 'ms' })
    report({ scenario: `${many}, ${which}: p99`, value: quantile(measured, 0.99), unit: 'ms', ...goal })
  }
})
