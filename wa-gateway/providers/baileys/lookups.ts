import type { WhatsAppAddress } from '@guiche/contracts/bus/reports.js'
import type { Username } from '@guiche/contracts/contact/username.js'
import { createBoundedCache } from '@guiche/infra/bounded-cache.js'
import { within } from '@guiche/infra/within.js'
import type { WASocket } from '@whiskeysockets/baileys'
import { bareJid, lidOf, pnOf } from '../../jids.js'
import type { AuthState } from './auth-state.js'
import type { SealedEdit } from './inbound.js'

/** The session's functions that the translation uses. */
export interface Lookups {
  /** own addresses: number and LID */
  readonly me: () => readonly string[]
  /** the other address of a person, null if unknown */
  readonly otherName: (jid: string) => Promise<string | null>
  /** the username of a person, as the phone's address book has it */
  readonly usernameOf: (peer: Pick<WhatsAppAddress, 'pn' | 'lid'>) => Promise<Username | undefined>
  readonly subjectOf: (group: string) => Promise<string | null>
  /** the new text of a sealed edit, null when it cannot be read; `editor` null: ourselves */
  readonly openEdit: (edit: SealedEdit, editor: WhatsAppAddress | null) => Promise<string | null>
  /** calls taken on another device: their end is no missed call */
  readonly answered: Set<string>
  /** ids of messages that are not reported if unreadable, with their stanza's `edit` or an empty text */
  readonly hidden: Pick<ReadonlyMap<string, string>, 'has' | 'get'>
  /** ids of messages that WhatsApp kept while the line was away */
  readonly kept: Pick<ReadonlySet<string>, 'has'>
}

/** Whether the address is our account's. */
export const isMe = (lookups: Lookups, jid: string | null | undefined): boolean =>
  jid !== null && jid !== undefined && lookups.me().some((own) => bareJid(own) === bareJid(jid))

const SUBJECT_MS = 3_000
const HOUR_MS = 3_600_000

/**
 * The questions of the translation to a session. Names of persons come from the vault and memory, never from the
 * network.
 */
export const createLookups = (
  auth: AuthState,
  socket: Pick<WASocket, 'groupMetadata'>,
  given: Pick<Lookups, 'hidden' | 'kept' | 'openEdit' | 'usernameOf'>,
): Lookups => {
  const subjects = createBoundedCache<string, { readonly subject: string | null }>(500, HOUR_MS)
  return {
    me: () => [auth.creds.me?.id, auth.creds.me?.lid].filter((jid) => typeof jid === 'string'),
    otherName: async (jid) => {
      const pn = pnOf(jid)
      const lid = lidOf(jid)
      const id = pn ?? (lid === null ? null : `${lid}_reverse`)
      if (id === null) return null
      const found = (await auth.keys.get('lid-mapping', [id]))[id]
      if (typeof found !== 'string') return null
      return pn === null ? `${found.split('@')[0]}@s.whatsapp.net` : `${found.split('@')[0]}@lid`
    },
    subjectOf: async (group) => {
      const known = subjects.get(group)
      if (known !== undefined) return known.subject
      const asked = socket.groupMetadata(group).then(
        (found) => found.subject,
        () => null,
      )
      const subject = await within(asked, SUBJECT_MS, null)
      // without an answer nothing is cached: the group's next message asks again
      if (subject !== null) subjects.set(group, { subject })
      return subject
    },
    answered: new Set(),
    ...given,
  }
}
