import { setTimeout as sleep } from 'node:timers/promises'
import { COMPANY_NUMBER, startPairedDesk } from './lib/phones.js'
import { scaleCount } from './lib/scale.js'
import { runScenario } from './lib/scenario.js'
import { nowMs, quantile } from './lib/stats.js'

const CUSTOMERS = ['5511911110001', '5511911110002', '5511911110003', '5511911110004']
const MESSAGES = scaleCount(60, 10)
/** A connection pauses up to 1.35 s between two messages, like a person. The figure leaves the pause out. */
const PAUSE = 1400

await runScenario(async (bench) => {
  const { report } = bench
  const { simulator, client, socket } = await startPairedDesk(bench)

  const chats: { number: string; ticketId: number }[] = []
  for (const number of CUSTOMERS) {
    await simulator.addPhone({ number, name: `Cliente ${number.slice(-1)}` }).sendText(COMPANY_NUMBER, 'Olá')
    const { data } = await socket.waitFor(
      (frame) => frame.event.endsWith('-appMessage') && frame.data.contact.number === number,
    )
    await client.put(`/tickets/${data.ticket.id}`, { status: 'open', userId: client.user.id, queueId: null })
    chats.push({ number, ticketId: data.ticket.id })
  }

  const fromPhone = async (number: string, text: string): Promise<number> => {
    const began = nowMs()
    const shown = socket
      .waitFor(({ event, data }) => event.endsWith('-appMessage') && data.message.body === text)
      .then(nowMs)
    await simulator.phones.get(number)?.sendText(COMPANY_NUMBER, text)
    return (await shown) - began
  }
  const toPhone = async (number: string, ticketId: number, text: string): Promise<number> => {
    const phone = simulator.phones.get(number)
    if (phone === undefined) throw new Error(`there is no phone ${number}`)
    const there = new Promise<number>((resolve) => {
      const look = (): void => {
        if (!phone.received.some((message) => message.text === text)) return
        phone.events.off('message', look)
        resolve(nowMs())
      }
      phone.events.on('message', look)
    })
    const began = nowMs()
    await client.post(`/messages/${ticketId}`, { body: text })
    return (await there) - began
  }

  const inward: number[] = []
  const outward: number[] = []
  for (let n = 0; n < MESSAGES + CUSTOMERS.length; n++) {
    const { number, ticketId } = chats[n % chats.length] ?? { number: '', ticketId: 0 }
    const began = nowMs()
    const there = await toPhone(number, ticketId, `resposta ${n}`)
    await sleep(PAUSE / 2)
    const here = await fromPhone(number, `pergunta ${n}`)
    await sleep(Math.max(0, began + PAUSE - nowMs()))
    // The first messages of each chat exchange keys.
    if (n < CUSTOMERS.length) continue
    outward.push(there)
    inward.push(here)
  }
  for (const [name, times, below] of [
    ["phone → agent's socket", inward, 30],
    ["agent's send → phone", outward, 80],
  ] as const) {
    report({ scenario: `${name}: p50`, value: quantile(times, 0.5), unit: 'ms', goal: { below } })
    report({ scenario: `${name}: p99`, value: quantile(times, 0.99), unit: 'ms' })
  }
})
