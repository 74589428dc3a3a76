import { setTimeout } from 'node:timers/promises'
import { expect, it } from '@jest/globals'
import { type EngineName, type Name, onEngines } from '../testing/installation.js'
import { type Traffic, trafficForTests } from '../testing/traffic.js'

/** Length of an outage, of one engine or of all at once. */
const OUTAGE_MS = Number(process.env.OUTAGE_SECONDS ?? 5) * 1000
const LONG_OUTAGE_MS = 60_000
/** Length of an outage that callers must not notice. */
const SHORT_OUTAGE_MS = 3000
/** Time between two rounds of calls. An agent's messages are sent one by one, so more calls would only wait. */
const ROUND_MS = 300
/** Delay of each piece of data to or from an engine. */
const SLOW_MS = 100

/** Limit in ms for an answer that should take a second; generous for a busy machine. */
const ANSWERS_WITHIN_MS = 5000
/** For each engine: its name in the health report, and the services that are not ready without it. */
const TELLING: Readonly<Record<EngineName, readonly [string, readonly Name[]]>> = {
  eventstore: ['event-store', ['command-api', 'projector', 'relay']],
  kafka: ['event-bus', ['command-api', 'projector', 'relay', 'wa-gateway']],
  mongodb: ['read-store', ['command-api', 'query-api', 'projector', 'wa-gateway']],
}

const ENGINES = ['eventstore', 'kafka', 'mongodb'] as const satisfies EngineName[]
const printLine = (text: string) => void process.stderr.write(`${text} (EventStoreDB double)\n`)

await onEngines('engines that are away, slow or silent', (engines) => {
  let traffic: Traffic

  trafficForTests(engines, { timeoutMs: 60_000 + Math.max(OUTAGE_MS, LONG_OUTAGE_MS) }, (started) => {
    traffic = started
  })

  const underWay = () => [traffic.customerSays(), traffic.agentSays()]
  /** Commands are refused. Queries continue and are marked as stale, except those of the lost store. */
  const refused = async (engine: EngineName): Promise<void> => {
    await traffic.shows(async () => (await traffic.commands()) === 503)
    await traffic.shows(async () => {
      const { status, stale } = await traffic.reads()
      return engine === 'mongodb' ? status === 503 : status === 200 && stale
    })
  }
  /** Every service that uses the engine soon reports the outage by itself, without a request that needs the engine. */
  const told = (engine: EngineName): Promise<void> => {
    const [name, services] = TELLING[engine]
    const tells = async (address: string): Promise<boolean> => {
      const ask = (path: string) =>
        fetch(`${address}${path}`, { signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) })
      const [ready, metrics] = await Promise.all([ask('/health/ready'), ask('/metrics')])
      const { missing } = (await ready.json()) as { readonly missing?: readonly string[] }
      const gauge = new RegExp(`^guiche_engine_up\\{engine="${name}",service="[a-z-]+"\\} 0$`, 'm')
      return (missing?.includes(name) ?? false) && gauge.test(await metrics.text())
    }
    const all = services.flatMap((service) => traffic.product.running(service))
    return traffic.shows(async () =>
      (await Promise.all(all.map(async ({ ready }) => tells(await ready)))).every((one) => one),
    )
  }
  const wellAgain = async (): Promise<void> => {
    await traffic.comeBack()
    await traffic.journey()
    await traffic.shows(async () => {
      const { status, stale } = await traffic.reads()
      return status === 200 && !stale
    })
  }

  it.each(ENGINES)('refuses no call while %s is down for three seconds', async (engine) => {
    const way = traffic.product.ways[engine]
    const calls: Promise<string>[] = []
    const told = (what: string, call: Promise<{ readonly status: number }>) =>
      calls.push(call.then(({ status }) => `${what} ${status}`))
    const { admin, ticketId } = traffic
    way.cut()
    const begun = Date.now()
    for (let n = 0; Date.now() < begun + SHORT_OUTAGE_MS; n++) {
      const body = { body: `${engine} is away, ${n}` }
      told('send', admin.post(`/messages/${ticketId}`, body, `${engine} ${n}`.replace(' ', '-')))
      told('read', admin.get('/users'))
      told('page', admin.get(`/messages/${ticketId}?pageNumber=1`))
      await setTimeout(ROUND_MS)
    }
    way.mend()
    const answers = await Promise.all(calls)
    const refused = answers.filter((answer) => !answer.endsWith(' 200'))
    printLine(
      `${engine} away for ${SHORT_OUTAGE_MS} ms: ${refused.length} of ${answers.length} calls refused`,
    )
    expect(refused).toEqual([])
    await wellAgain()
  })

  // cut: no connection is accepted. stall: connections are accepted but get no data, as behind a faulty firewall.
  it.each(ENGINES.flatMap((engine) => [[engine, 'cut'] as const, [engine, 'stall'] as const]))(
    'goes on after %s was away (%s)',
    async (engine, how) => {
      const way = traffic.product.ways[engine]
      const before = underWay()
      way[how]()
      const begun = Date.now()
      await refused(engine)
      const seen = Date.now() - begun
      await told(engine)
      const meanwhile = underWay()
      await setTimeout(Math.max(0, begun + OUTAGE_MS - Date.now()))
      way.mend()
      const mended = Date.now()
      await Promise.all([...before, ...meanwhile])
      await wellAgain()
      printLine(
        `${engine}, ${how}: told after ${seen} ms, the journey goes on ${Date.now() - mended} ms after its end`,
      )
    },
  )

  it.each(ENGINES)('works with a slow %s', async (engine) => {
    const way = traffic.product.ways[engine]
    const before = underWay()
    way.slow(SLOW_MS)
    const begun = Date.now()
    await Promise.all(before)
    await traffic.journey()
    printLine(`${engine} slowed by ${SLOW_MS} ms a piece: the journey takes ${Date.now() - begun} ms`)
    way.mend()
    await wellAgain()
  })

  it('goes on after a minute without any engine', async () => {
    const ways = ENGINES.map((engine) => traffic.product.ways[engine])
    const before = underWay()
    for (const way of ways) way.cut()
    const cut = Date.now()
    await refused('mongodb')
    const meanwhile = underWay()
    await setTimeout(cut + LONG_OUTAGE_MS - Date.now())
    for (const way of ways) way.mend()
    const mended = Date.now()
    await Promise.all([...before, ...meanwhile])
    await wellAgain()
    printLine(`a minute without engines: the journey goes on ${Date.now() - mended} ms after its end`)
  })

  it('stops cleanly while Kafka is silent, also with messages under way', async () => {
    traffic.product.ways.kafka.stall()
    const agent = traffic.agentSays()
    await traffic.customerSays()
    const codes = await traffic.product.stopAll()
    expect(codes).toEqual(codes.map(() => 0))
    traffic.product.ways.kafka.mend()
    await traffic.product.startAll()
    await agent
    await wellAgain()
  })

  it('has neither lost nor repeated a message', async () => {
    const { asked, shown, answered, received } = await traffic.account()
    expect(received).toEqual(answered)
    expect(shown).toEqual(asked)
  })
})
