import type { WAMessage } from '@whiskeysockets/baileys'
import { type Batch, translateBatch } from '../providers/baileys/batch.js'
import type { Lookups } from '../providers/baileys/lookups.js'

export const ANA = '5511900000002@s.whatsapp.net'
export const ANA_LID = '77700000000002@lid'
export const ME = '5511900000001:4@s.whatsapp.net'
export const GROUP = '120363000000000001@g.us'

export const NAMES = { pn: '5511900000002', lid: '77700000000002', group: null, name: null }

/** Lookups that know Ana, the company's own account and the group. */
export const testLookups = (): Lookups => ({
  me: () => [ME, '88800000000001:4@lid'],
  otherName: async (jid) => (jid === ANA ? ANA_LID : null),
  usernameOf: async () => undefined,
  subjectOf: async () => 'Buyers',
  answered: new Set(),
  hidden: new Map(),
  kept: new Set(),
  openEdit: async () => null,
})
/** A batch of these messages. */
export const upsertBatch = (...messages: object[]): Batch => ({
  'messages.upsert': { type: 'append', messages: messages as WAMessage[] },
})
/** Time of a message. */
export const batchTime = { messageTimestamp: 1_700_000_000 }
const throwFailure = (failure: unknown): never => {
  throw failure
}
/** The events of a batch. Rejects if something is unreadable. */
export const readEvents = (batch: Batch, look = testLookups()) => translateBatch(batch, look, throwFailure)
