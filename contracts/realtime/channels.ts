import { RECORDS, type RecordName } from '../records/index.js'
import type { RecordSpec } from '../records/record.js'

/** Kinds of frames for all sockets of a company, each with the end of its channel's name. */
const OF_COMPANY = {
  ticket: 'ticket',
  appMessage: 'appMessage',
  contact: 'contact',
  contactImport: 'contactImport',
  presence: 'presence',
  connection: 'whatsapp',
  session: 'whatsappSession',
  user: 'user',
  auth: 'auth',
  settings: 'settings',
  subscription: 'subscription',
  ...(Object.fromEntries(
    Object.values<RecordSpec>(RECORDS).map(({ name, wire }) => [name, wire?.channel ?? name]),
  ) as { readonly [N in RecordName]: string }),
} as const
type CompanyFrame = keyof typeof OF_COMPANY

const named = Object.entries(OF_COMPANY) as [CompanyFrame, string][]
const KINDS: ReadonlyMap<string, CompanyFrame> = new Map(named.map(([kind, name]) => [name, kind]))

/** Channel names of the server's frames. */
export const channels = {
  ready: 'ready',
  error: 'error',
  stale: 'stale',
  ping: 'ping',
  ...(Object.fromEntries(
    named.map(([kind, name]) => [kind, (companyId: number) => `company-${companyId}-${name}`]),
  ) as { readonly [K in CompanyFrame]: (companyId: number) => string }),
} as const

/** The kind of frame that a company's channel carries; null for any other channel. */
export const kindOfChannel = (channel: string): CompanyFrame | null =>
  KINDS.get(/^company-\d+-(\w+)$/.exec(channel)?.[1] ?? '') ?? null
