import type { Username } from '@guiche/contracts/contact/username.js'
import type { DomainError } from '@guiche/contracts/errors.js'
import { pluck } from '@guiche/contracts/pick.js'
import { ok, type Result } from '@guiche/contracts/result.js'
import type { AreaDeps } from '../deps.js'
import type { Meta } from '../kernel/kernel.js'
import { followUp } from '../kernel/meta.js'
import { updateContact } from './update-contact.js'

/** Most former owners of a username: WhatsApp gives it to one person at a time. */
const FORMER_OWNERS = 20

/**
 * Stores a contact's username from WhatsApp. Contacts that the views show with the same username lose it; nothing is
 * merged. Idempotent. Errors: ERR_UNAVAILABLE.
 */
export const tellUsername = async (
  { kernel, documents }: Pick<AreaDeps, 'kernel' | 'documents'>,
  contactId: number,
  username: Username,
  meta: Meta,
): Promise<Result<'done', DomainError>> => {
  const told = await updateContact(kernel, contactId, { kind: 'username', username }, meta)
  if (!told.ok) return told
  const where = { companyId: meta.companyId, username }
  const having = await documents.find('contacts', { where, limit: FORMER_OWNERS })
  for (const former of pluck(having, 'contactId').filter((id) => id !== contactId)) {
    const own = followUp(meta, 'former', former)
    const gone = await updateContact(kernel, former, { kind: 'username-gone', username }, own)
    if (!gone.ok) return gone
  }
  return ok('done')
}
