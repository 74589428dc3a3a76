import { GenericContainer, getContainerRuntimeClient, RandomPortGenerator, Wait } from 'testcontainers'

/** Whether Docker, or a compatible runtime, can start containers. */
export const dockerAnswers = () =>
  getContainerRuntimeClient().then(
    () => true,
    () => false,
  )

const STARTUP_MS = 120_000
/** @param address makes the value of the engine's variable, from the host and the container */
const startContainer = async (container, address) => {
  const running = await container.withStartupTimeout(STARTUP_MS).start()
  return { address: address(running), stop: async () => void (await running.stop()), running }
}

/** The images are those of infra/deploy/compose.yaml. */
const startEventStoreDb = () =>
  startContainer(
    new GenericContainer('eventstore/eventstore:24.10')
      .withEnvironment({
        EVENTSTORE_INSECURE: 'true',
        EVENTSTORE_CLUSTER_SIZE: '1',
        EVENTSTORE_RUN_PROJECTIONS: 'None',
        EVENTSTORE_MEM_DB: 'true',
        EVENTSTORE_TELEMETRY_OPTOUT: 'true',
      })
      .withExposedPorts(2113)
      .withWaitStrategy(
        Wait.forHttp('/health/live', 2113).forStatusCodeMatching((status) => status >= 200 && status < 300),
      ),
    (running) => `esdb://${running.getHost()}:${running.getMappedPort(2113)}?tls=false`,
  )

/** A broker advertises its own address. So its port is chosen before the start, and is the same inside and outside. */
const startKafka = async () => {
  const { info } = await getContainerRuntimeClient()
  const port = await new RandomPortGenerator().generatePort()
  const address = `${info.containerRuntime.host}:${port}`
  return startContainer(
    new GenericContainer('apache/kafka:4.1.0')
      .withEnvironment({
        KAFKA_NODE_ID: '1',
        KAFKA_PROCESS_ROLES: 'broker,controller',
        KAFKA_LISTENERS: `PLAINTEXT://:${port},CONTROLLER://:9093`,
        KAFKA_ADVERTISED_LISTENERS: `PLAINTEXT://${address}`,
        KAFKA_LISTENER_SECURITY_PROTOCOL_MAP: 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
        KAFKA_CONTROLLER_LISTENER_NAMES: 'CONTROLLER',
        KAFKA_CONTROLLER_QUORUM_VOTERS: '1@127.0.0.1:9093',
        KAFKA_AUTO_CREATE_TOPICS_ENABLE: 'false',
        KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR: '1',
        KAFKA_OFFSETS_TOPIC_NUM_PARTITIONS: '4',
        KAFKA_TRANSACTION_STATE_LOG_REPLICATION_FACTOR: '1',
        KAFKA_TRANSACTION_STATE_LOG_MIN_ISR: '1',
        KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS: '0',
      })
      .withExposedPorts({ container: port, host: port })
      .withWaitStrategy(Wait.forLogMessage('Kafka Server started')),
    () => address,
  )
}

/** Creates a replica set of one member and waits until it accepts writes. */
const INITIATE = `
  rs.initiate({ _id: 'rs0', members: [{ _id: 0, host: '127.0.0.1:27017' }] })
  while (!db.hello().isWritablePrimary) sleep(100)`

const startMongoDb = async () => {
  const engine = await startContainer(
    new GenericContainer('mongo:8.0')
      .withCommand(['--replSet', 'rs0', '--bind_ip_all', '--wiredTigerCacheSizeGB', '1'])
      .withExposedPorts(27017)
      .withWaitStrategy(Wait.forLogMessage('Waiting for connections')),
    (running) =>
      `mongodb://${running.getHost()}:${running.getMappedPort(27017)}/?replicaSet=rs0&directConnection=true`,
  )
  const { exitCode, output } = await engine.running.exec(['mongosh', '--quiet', '--eval', INITIATE])
  if (exitCode !== 0) {
    await engine.stop()
    throw new Error(`MongoDB makes no replica set: ${output}`)
  }
  return engine
}

/** Starts each engine in Docker. The key is the variable of its address. */
const engineStarters = {
  EVENTSTORE_URL: startEventStoreDb,
  KAFKA_BROKERS: startKafka,
  MONGODB_URL: startMongoDb,
}
