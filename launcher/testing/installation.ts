import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectMongo } from '@guiche/infra/mongodb/connect.js'
import { startBrokerProxy } from '../../infra/testing/broker-proxy.js'
import { defineEngineTests } from '../../infra/testing/engines/address.js'
import { kafkaForTests } from '../../infra/testing/kafka.js'
import { mongoForTests } from '../../infra/testing/mongodb.js'
import { startTcpProxy, type TcpProxy } from '../../infra/testing/tcp-proxy.js'
import { ADMIN, UNLIMITED_SETTINGS } from './product-process.js'
import { startReverseProxy } from './reverse-proxy.js'
import { type ServiceProcess, startDouble, startServiceProcess } from './service-process.js'

export type Name = 'relay' | 'projector' | 'command-api' | 'query-api' | 'wa-gateway'
const START_ORDER: readonly (readonly Name[])[] = [
  ['relay'],
  ['projector', 'wa-gateway'],
  ['command-api', 'query-api'],
]

/** The real MongoDB and Kafka for distributed services. If one is missing, gives null and prints a warning. */
export const enginesForTests = async (what: string) => {
  const mongo = await mongoForTests(what)
  const kafka = await kafkaForTests(what)
  return mongo === null || kafka === null ? null : { mongo, kafka }
}
export type EnginesForTests = NonNullable<Awaited<ReturnType<typeof enginesForTests>>>

/** Defines tests on MongoDB, Kafka and the EventStoreDB double. They are skipped if MongoDB or Kafka is missing. */
export const onEngines = async (what: string, tests: (engines: EnginesForTests) => void): Promise<void> => {
  const title = `${what}, on Kafka, MongoDB and the EventStoreDB double`
  await defineEngineTests(title, await enginesForTests(title), tests)
}

/** The address with the name of another database. */
export const withDatabase = (url: string, database: string): string =>
  url.replace(/^(mongodb(?:\+srv)?:\/\/[^/?]+)\/?[^?]*/, `$1/${database}`)

/** Host and port of an address with one host. */
const placeOf = (url: string): { host: string; port: number } => {
  const [, host = '', port] = /:\/\/(?:[^@/]*@)?([^:/?]+):(\d+)/.exec(url) ?? []
  return { host, port: Number(port) }
}

/** The same address with a port of this machine. */
const addressThrough = (url: string, port: number): string =>
  url.replace(/:\/\/((?:[^@/]*@)?)[^:/?]+:\d+/, `://$1127.0.0.1:${port}`)

/** An engine as the services see it. */
export type EngineName = 'kafka' | 'mongodb' | 'eventstore'

export interface Installation {
  /** one origin for all services */
  readonly url: string
  /** current environment of the services */
  env(): Readonly<Record<string, string>>
  /** the running processes, in the order of their start */
  running(name?: Name): readonly ServiceProcess[]
  /** starts another process of this service */
  start(name: Name): ServiceProcess
  /** Starts `count` processes of each service, dependencies first. Resolves when all are ready. */
  startAll(): Promise<void>
  /** Stops all running processes, in order. Gives their exit codes. */
  stopAll(): Promise<(number | null)[]>
  /** Changes the environment of the services that are started from now on. */
  setEnv(change: Readonly<Record<string, string>>): void
  /** resolves when all running processes are ready, including those started meanwhile */
  ready(): Promise<void>
  /** proxies between the services and their engines */
  readonly ways: Readonly<Record<EngineName, TcpProxy>>
  /** The EventStoreDB double. `kill` sends SIGKILL. `start` starts it again with the data of `file`. */
  readonly double: { readonly file: string; kill(): Promise<void>; start(): Promise<void> }
  /** everything that all services printed */
  output(): string
  /** Stops everything and removes its data from the engines. Gives the exit codes. */
  close(): Promise<(number | null)[]>
}

/**
 * Each service as a process, on a real Kafka and MongoDB (with its own names) and an EventStoreDB double. `count`: processes of
 * each service. Resolves when all are ready.
 */
export const startInstallation = async (
  engines: EnginesForTests,
  options: { count: number; env?: Record<string, string>; waServer?: { url: string; ca: string } },
): Promise<Installation> => {
  const { mongo, kafka } = engines
  const prefix = kafka.prefix()
  const mongoUrl = withDatabase(mongo.url, `test-${randomUUID().slice(0, 13)}`)
  const dir = await mkdtemp(join(tmpdir(), 'guiche-'))
  const processes: ServiceProcess[] = []
  const addresses = new Map<ServiceProcess, string>()
  const running = (name?: Name) =>
    processes.filter((one) => one.alive() && (name === undefined || one.name === name))
  const at = (name: Name) =>
    running(name).flatMap((one) => {
      const address = addresses.get(one)
      return address === undefined ? [] : [address]
    })
  const front = await startReverseProxy({ commands: () => at('command-api'), queries: () => at('query-api') })
  const doubleFile = join(dir, 'double.log')
  let double = await startDouble({ file: doubleFile })
  const ways = {
    kafka: await startBrokerProxy(placeOf(`kafka://${kafka.brokers.split(',')[0]}`)),
    mongodb: await startTcpProxy(placeOf(mongoUrl)),
    eventstore: await startTcpProxy(placeOf(double.url)),
  }

  const caFile = join(dir, 'ca.pem')
  if (options.waServer !== undefined) await writeFile(caFile, options.waServer.ca)
  let env: Readonly<Record<string, string>> = {
    EVENTSTORE_URL: addressThrough(double.url, ways.eventstore.port),
    KAFKA_BROKERS: ways.kafka.brokers,
    KAFKA_PREFIX: prefix,
    MONGODB_URL: addressThrough(mongoUrl, ways.mongodb.port),
    SECRET_KEY: 'a secret key for tests, which is long enough',
    PUBLIC_URL: front.url,
    HUMAN_VERIFICATION: 'off',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    ...(options.waServer !== undefined && { WA_SERVER_URL: options.waServer.url, WA_SERVER_CA: caFile }),
    ...UNLIMITED_SETTINGS,
    ...options.env,
  }
  const start = (name: Name): ServiceProcess => {
    const one = startServiceProcess(name, env)
    processes.push(one)
    one.ready.then(
      (address) => addresses.set(one, address),
      () => undefined,
    )
    return one
  }
  // Starts in waves, because a machine may be small: first the processes that others wait for.
  const startAll = async (): Promise<void> => {
    for (const wave of START_ORDER) {
      const started = wave.flatMap((name) => Array.from({ length: options.count }, () => start(name)))
      await Promise.all(started.map(({ ready }) => ready))
    }
  }
  // Gateways and APIs stop before the processes that they need.
  const stopAll = () => Promise.all([...running()].reverse().map((one) => one.stop()))
  try {
    await startAll()
  } catch (failure) {
    await Promise.all([...processes, double].map((one) => one.kill()))
    await Promise.all([front, ...Object.values(ways)].map((one) => one.close()))
    throw failure
  }

  return {
    url: front.url,
    env: () => env,
    setEnv: (change) => {
      env = { ...env, ...change }
    },
    startAll,
    stopAll,
    ways,
    double: {
      file: doubleFile,
      kill: () => double.kill(),
      start: async () => {
        double = await startDouble({ file: doubleFile, port: placeOf(double.url).port })
      },
    },
    running,
    start,
    ready: async () => void (await Promise.all(running().map((one) => one.ready))),
    output: () => processes.map((one) => one.output()).join('\n'),
    close: async () => {
      await front.close()
      for (const one of processes) one.thaw()
      const codes = await stopAll()
      await Promise.all(Object.values(ways).map((way) => way.close()))
      await double.kill()
      const { db, close } = await connectMongo({ url: mongoUrl })
      await db.dropDatabase()
      await close()
      await kafka.forget(prefix)
      await rm(dir, { recursive: true, force: true })
      return codes
    },
  }
}
