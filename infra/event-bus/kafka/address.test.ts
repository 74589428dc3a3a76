import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { tempDir } from '../../testing/temp-dir.js'
import { parseKafkaAddress } from './address.js'

describe('the address of Kafka', () => {
  it('is a list of brokers', () => {
    expect(parseKafkaAddress('kafka-1:9092, kafka-2:9092')).toEqual({
      brokers: ['kafka-1:9092', 'kafka-2:9092'],
      tls: null,
      login: null,
    })
  })

  it('has credentials and TLS in the same form as other engines', async () => {
    const { dir, remove } = await tempDir()
    const ca = join(dir, 'ca.pem')
    await writeFile(ca, 'PEM')
    expect(
      parseKafkaAddress(`kafka://guiche:p%40ss%3Aword@kafka-1:9093,kafka-2:9093?tls=true&ca=${ca}`),
    ).toEqual({
      brokers: ['kafka-1:9093', 'kafka-2:9093'],
      tls: { ca: 'PEM' },
      login: { mechanism: 'scram-sha-512', username: 'guiche', password: 'p@ss:word' },
    })
    await remove()
  })

  it.each([
    ['kafka://kafka:9093?tls=true', { brokers: ['kafka:9093'], tls: {}, login: null }],
    [
      'kafka://u:p@kafka:9092?sasl=plain',
      {
        brokers: ['kafka:9092'],
        tls: null,
        login: { mechanism: 'plain', username: 'u', password: 'p' },
      },
    ],
  ])('may omit the other parts: %s', (text, address) => {
    expect(parseKafkaAddress(text)).toEqual(address)
  })

  it.each([
    ['', 'cannot be understood'],
    ['kafka', 'cannot be understood'],
    ['http://kafka:9092', 'cannot be understood'],
    ['kafka:9092,', 'cannot be understood'],
    ['kafka://canary:canary@', 'cannot be understood'],
    ['kafka://canary@kafka:9092', 'cannot be understood'],
    ['kafka://u:canary@kafka:9092/topic', 'cannot be understood'],
    ['kafka://u:canary%@kafka:9092', 'has a % in user or password'],
    ['kafka://u:canary@kafka:9092?tls=yes', 'neither true nor false'],
    ['kafka://u:canary@kafka:9092?ca=/ca.pem', 'a ca without tls=true'],
    ['kafka://u:canary@kafka:9092?tls=true&ca=/no/ca.pem', 'cannot be read, /no/ca.pem'],
    ['kafka://u:canary@kafka:9092?sasl=gssapi', 'a sasl that is not known'],
    ['kafka:9092?sasl=plain', 'a sasl without user and password'],
    ['kafka:9092?timeout=1', 'not known, timeout'],
  ])('is refused as %j', (text, reason) => {
    const parse = () => parseKafkaAddress(text)
    expect(parse).toThrow('KAFKA_BROKERS')
    expect(parse).toThrow(reason)
    expect(parse).not.toThrow('canary')
  })
})
