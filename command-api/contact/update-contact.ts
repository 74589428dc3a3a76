import type { DomainError } from '@guiche/contracts/errors.js'
import { ok, type Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import type { Kernel, Meta } from '../kernel/kernel.js'
import { followUp } from '../kernel/meta.js'
import { type ContactCommand, contactDecider } from './decide.js'

/** Commands for the data about a contact that messages carry beside their text. */
type ContactDataCommand = Extract<
  ContactCommand,
  { kind: 'push-name' | 'username' | 'username-gone' | 'reached' | 'unknown' }
>

/** Updates a contact with data from a message. A contact that does not exist stays absent. Errors: ERR_UNAVAILABLE. */
export const updateContact = async (
  kernel: Kernel,
  contactId: number,
  told: ContactDataCommand,
  meta: Meta,
): Promise<Result<'done', DomainError>> => {
  const done = await kernel.execute(
    contactDecider,
    streams.contact(contactId),
    told,
    followUp(meta, told.kind),
  )
  return !done.ok && done.error.code === 'ERR_UNAVAILABLE' ? done : ok('done')
}
