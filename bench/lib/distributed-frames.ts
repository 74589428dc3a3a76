import { signIn } from '../../launcher/testing/client.js'
import { type EnginesForTests, startInstallation } from '../../launcher/testing/installation.js'
import { ADMIN } from '../../launcher/testing/product-process.js'
import { linkNumber, startSimulatedWhatsApp } from '../../launcher/testing/simulated-whatsapp.js'
import { scaleCount } from './scale.js'
import type { Bench } from './scenario.js'
import { nowMs, quantile } from './stats.js'

const OURS = '5511900000001'
const CUSTOMER = '5511911110001'
const MESSAGES = scaleCount(300, 20)
/** The first requests open connections and fill caches. */
const WARM_UP = 20

/** Measures from an agent's command, and from its append, until the frame. Every service runs in a process of its own. */
export const measureFrames = async ({ report, after }: Bench, engines: EnginesForTests): Promise<void> => {
  const whatsApp = await startSimulatedWhatsApp()
  after(() => whatsApp.close())
  const ours = whatsApp.addPhone({ number: OURS, name: 'Loja' })
  const customer = whatsApp.addPhone({ number: CUSTOMER, name: 'Cliente' })
  const product = await startInstallation(engines, { count: 1, waServer: whatsApp })
  after(() => product.close())
  const agent = await signIn(product.url, ADMIN.email, ADMIN.password)
  const socket = await agent.socket()
  for (const status of ['pending', 'open']) socket.send('joinTickets', { status })
  await linkNumber(agent, socket, ours, 'Principal')
  await customer.sendText(OURS, 'Olá')
  const { data } = await socket.waitFor(({ event }) => event.endsWith('-appMessage'))
  const path = `/tickets/${data.ticket.id}`
  await agent.put(path, { status: 'open', userId: agent.user.id, queueId: null })

  const fromCommand: number[] = []
  const fromAppend: number[] = []
  for (let n = 0; n < WARM_UP + MESSAGES; n++) {
    const body = `resposta ${n}`
    const shown = socket.waitFor(
      ({ event, data: frame }) => event.endsWith('-appMessage') && frame.message.body === body,
    )
    const began = nowMs()
    await agent.post(`/messages/${data.ticket.id}`, { body })
    // The command is answered as soon as its event is durable.
    const appended = nowMs()
    await shown
    if (n < WARM_UP) continue
    fromCommand.push(nowMs() - began)
    fromAppend.push(nowMs() - appended)
  }
  socket.close()
  const p50 = (times: readonly number[]) => ({ value: quantile(times, 0.5), unit: 'ms' })
  const p99 = (times: readonly number[]) => ({ value: quantile(times, 0.99), unit: 'ms' })
  const name = 'distributed, EventStoreDB double: to the frame of an agent'
  report({ scenario: `${name}, from the append, p50`, ...p50(fromAppend), goal: { below: 60 } })
  report({ scenario: `${name}, from the append, p99`, ...p99(fromAppend) })
  report({ scenario: `${name}, from the command, p50`, ...p50(fromCommand) })
  report({ scenario: `${name}, from the command, p99`, ...p99(fromCommand) })
}
