import { TOPICS } from '@guiche/contracts/bus/topics.js'
import type { EphemeralMessage } from '@guiche/contracts/realtime/ephemeral.js'
import type { Consumer, EventBus } from '@guiche/infra/event-bus/event-bus.js'
import type { Records } from '@guiche/infra/records/records.js'

/** The QR codes that can be scanned now, for the simulator's page only. Never stored. */
export const createPendingQrs = (deps: { eventBus: EventBus; records: Records }) => {
  const codes = new Map<number, { companyId: number; qr: string }>()
  let consumer: Consumer | null = null
  return {
    start: async (): Promise<void> => {
      consumer = await deps.eventBus.consume<EphemeralMessage>({
        topic: TOPICS.ephemeral,
        group: null,
        onBatch: async (batch) => {
          for (const { value } of batch) {
            if (value.kind !== 'qr') continue
            if (value.qrcode === '') codes.delete(value.connectionId)
            else codes.set(value.connectionId, { companyId: value.companyId, qr: value.qrcode })
          }
        },
      })
    },
    stop: async (): Promise<void> => consumer?.stop(),
    list: async (): Promise<{ connectionId: number; name: string; qr: string }[]> => {
      const found = await Promise.all(
        [...codes].map(async ([connectionId, { companyId, qr }]) => {
          const connection = await deps.records.connection(companyId, connectionId)
          return connection?.channel === 'simulator' ? [{ connectionId, name: connection.name, qr }] : []
        }),
      )
      return found.flat()
    },
  }
}
