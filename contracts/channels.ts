import { RECORDS, type RecordName } from './records/index.js'

type Channel = (companyId: number) => string
const recordChannels = Object.fromEntries(
  Object.keys(RECORDS).map((name) => [name, (companyId: number) => `company-${companyId}-${name}`]),
) as { readonly [N in RecordName]: Channel }

/** Channel names of the server's frames. */
export const channels = {
  ready: 'ready',
  error: 'error',
  stale: 'stale',
  ping: 'ping',
  ticket: (companyId: number) => `company-${companyId}-ticket`,
  appMessage: (companyId: number) => `company-${companyId}-appMessage`,
  contact: (companyId: number) => `company-${companyId}-contact`,
  contactImport: (companyId: number) => `company-${companyId}-contactImport`,
  presence: (companyId: number) => `company-${companyId}-presence`,
  connection: (companyId: number) => `company-${companyId}-whatsapp`,
  session: (companyId: number) => `company-${companyId}-whatsappSession`,
  user: (companyId: number) => `company-${companyId}-user`,
  auth: (companyId: number) => `company-${companyId}-auth`,
  settings: (companyId: number) => `company-${companyId}-settings`,
  ...recordChannels,
} as const
