import type { ConnectionRecord } from '@guiche/contracts/views/records.js'
import { expect, it } from '@jest/globals'
import { enginePower } from '../../infra/testing/engine-power.js'
import { type Name, onEngines } from '../testing/installation.js'
import { type Traffic, trafficForTests } from '../testing/traffic.js'

const ENGINES = 'kill -9 of Kafka and of MongoDB under traffic'
const power = enginePower(ENGINES)
const printLine = (text: string) => void process.stderr.write(`${text} (EventStoreDB double)\n`)

await onEngines('kill -9 and freezing of services under traffic', (engines) => {
  let traffic: Traffic
  trafficForTests(engines, { timeoutMs: 60_000 }, (started) => {
    traffic = started
  })

  /** Messages under way in both directions. */
  const underWay = () => [1, 2].flatMap(() => [traffic.customerSays(), traffic.agentSays()])

  /** Gives the only running process of a service after the other process was killed, and starts a new one. */
  const loneOne = async (name: Name) => {
    const [first, lone] = traffic.product.running(name)
    if (first === undefined || lone === undefined) throw new Error(`${name} does not run twice`)
    const before = underWay()
    await first.kill()
    await Promise.all(before)
    if (name === 'query-api') await traffic.comeBack()
    await traffic.journey()
    return { lone, another: traffic.product.start(name) }
  }

  // Other services lose their last process below: frozen, which is harder than a kill, or all at once.
  it.each(['projector', 'query-api'] as const)('goes on after a kill of %s', async (name) => {
    const { lone, another } = await loneOne(name)
    const before = underWay()
    await lone.kill()
    const killed = Date.now()
    await Promise.all(before)
    if (name === 'query-api') await traffic.comeBack()
    await traffic.journey()
    printLine(`kill -9 of ${name}: the journey goes on after ${Date.now() - killed} ms, with a start`)
    await Promise.all([another.ready, traffic.product.start(name).ready])
  })

  // A zombie process stops in the middle of its work and continues after others have taken over.
  it.each(['relay', 'projector', 'command-api', 'wa-gateway'] as const)(
    'lets a zombie %s do no harm',
    async (name) => {
      const { lone, another } = await loneOne(name)
      const before = underWay()
      lone.freeze()
      const frozen = Date.now()
      await Promise.all(before)
      await traffic.journey()
      printLine(`${name} frozen: the journey goes on after ${Date.now() - frozen} ms, with a start`)
      const meanwhile = underWay()
      lone.thaw()
      await Promise.all([another.ready, ...meanwhile])
      await traffic.journey()
    },
  )

  it('reports that no gateway runs, and later sends the waiting messages', async () => {
    const isShownAs = (status: string, waitingReason: string | null) =>
      traffic.shows(async () => {
        const { body } = await traffic.admin.get<ConnectionRecord>(`/whatsapp/${traffic.connectionId}`)
        return body.status === status && body.waitingReason === waitingReason
      })
    await Promise.all(traffic.product.running('wa-gateway').map((gateway) => gateway.kill()))
    const killed = Date.now()
    await traffic.agentSays()
    await isShownAs('OPENING', 'no-gateway')
    printLine(`kill -9 of every wa-gateway: shown after ${Date.now() - killed} ms`)
    await Promise.all([1, 2].map(() => traffic.product.start('wa-gateway').ready))
    await isShownAs('CONNECTED', null)
    await traffic.journey()
  })

  const kills = [
    ['eventstore', () => traffic.product.double.kill(), () => traffic.product.double.start()],
    ...(power === null
      ? []
      : (['kafka', 'mongodb'] as const).map(
          (name) => [name, () => power.kill(name), () => power.start(name)] as const,
        )),
  ] as const
  it.each(kills)('goes on after a kill of %s', async (name, kill, start) => {
    const before = underWay()
    await kill()
    const killed = Date.now()
    const meanwhile = underWay()
    await start()
    const back = Date.now()
    await Promise.all([...before, ...meanwhile])
    await traffic.comeBack()
    await traffic.journey()
    await traffic.shows(async () => !(await traffic.reads()).stale)
    printLine(
      `kill -9 of ${name}: it is back after ${back - killed} ms, the journey ${Date.now() - back} ms later`,
    )
  })
  if (power === null) it.skip.each(['kafka', 'mongodb'])('goes on after a kill of %s', () => undefined)

  it('has neither lost nor repeated a message', async () => {
    const { asked, shown, answered, received } = await traffic.account()
    expect(received).toEqual(answered)
    expect(shown).toEqual(asked)
  })
})
