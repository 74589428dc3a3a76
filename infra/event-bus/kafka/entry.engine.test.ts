import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { createCertificate } from '../../certificate.js'
import { type BrokerProxy, startBrokerProxy } from '../../testing/broker-proxy.js'
import { onKafka } from '../../testing/kafka.js'
import { tempDir } from '../../testing/temp-dir.js'
import { createKafkaClient, reachKafka } from './client.js'

await onKafka('a Kafka behind TLS that asks for credentials', (kafka) => {
  let door: BrokerProxy
  let ca = ''
  let remove: () => Promise<void>

  beforeAll(async () => {
    const temporary = await tempDir()
    remove = temporary.remove
    const { key, certificate: cert } = createCertificate('127.0.0.1')
    ca = join(temporary.dir, 'ca.pem')
    await writeFile(ca, cert)
    const [host = '', port] = kafka.brokers.split(',')[0]?.split(':') ?? []
    const login = { username: 'guiche', password: 'right: @' }
    door = await startBrokerProxy({ host, port: Number(port) }, { login, tls: { key, cert } })
  })
  afterAll(async () => {
    await door.close()
    await remove()
  })

  const reach = (brokers: string) => reachKafka(createKafkaClient({ brokers }), brokers)
  const address = (password: string, options: string) =>
    `kafka://guiche:${encodeURIComponent(password)}@${door.brokers}?${options}`

  it('is reached with credentials and TLS', async () => {
    await reach(address('right: @', `tls=true&sasl=plain&ca=${ca}`))
  })

  it('reports refused credentials without showing them', async () => {
    const refused = reach(address('canary', `tls=true&sasl=plain&ca=${ca}`))
    await expect(refused).rejects.toThrow(`Kafka at ${door.brokers} refuses the credentials of KAFKA_BROKERS`)
    await expect(refused).rejects.not.toThrow('canary')
  })

  it.each([
    ['nobody vouches for it', () => address('right: @', 'tls=true&sasl=plain')],
    ['TLS is not spoken', () => address('right: @', 'sasl=plain')],
    ['nobody says who comes', () => `kafka://${door.brokers}?tls=true&ca=${ca}`],
  ])('cannot be reached where %s', async (_, brokers) => {
    await expect(reach(brokers())).rejects.toThrow(`Kafka at ${door.brokers} cannot be reached`)
  })
})
