import { err, ok, type Result } from '@guiche/contracts/result.js'
import type { EngineAddresses } from '@guiche/infra/config/config.js'
import { createKafkaClient, reachKafka } from '@guiche/infra/event-bus/kafka/client.js'
import type { EventStore } from '@guiche/infra/event-store/event-store.js'
import { createEventStoreDb } from '@guiche/infra/event-store/eventstoredb.js'
import { connectMongo, type Mongo } from '@guiche/infra/mongodb/connect.js'
import type { Admin, Kafka } from 'kafkajs'
import { rawCodec } from './raw-codec.js'

/** The engines of the distributed way; opening them writes nothing but the store's identity. */
export interface Target {
  readonly events: EventStore
  readonly mongo: Mongo
  readonly kafka: Kafka
  readonly admin: Admin
  readonly kafkaPrefix: string
  close(): Promise<void>
}

/** Connects to all three. An error is a sentence that names the engine, without passwords. */
export const openTarget = async (addresses: EngineAddresses): Promise<Result<Target, string>> => {
  const closing: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const step of closing.splice(0).reverse()) await step()
  }
  try {
    const mongo = await connectMongo({ url: addresses.mongoUrl })
    closing.push(() => mongo.close())
    const kafka = createKafkaClient({ brokers: addresses.brokers })
    await reachKafka(kafka, addresses.brokers)
    const admin = kafka.admin()
    await admin.connect()
    closing.push(() => admin.disconnect())
    const events = await createEventStoreDb({ url: addresses.eventStoreUrl, codec: rawCodec })
    closing.push(() => events.close())
    return ok({ events, mongo, kafka, admin, kafkaPrefix: addresses.kafkaPrefix, close })
  } catch (failure) {
    await close()
    return err(failure instanceof Error ? failure.message : String(failure))
  }
}
