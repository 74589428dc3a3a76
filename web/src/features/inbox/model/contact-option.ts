import type { ContactRef } from '@guiche/contracts/views/records.js'
import type { TFunction } from 'i18next'
import { addressOf } from '../../../components/phone.js'

type PersonNamed = Pick<ContactRef, 'name' | 'number'> & Partial<Pick<ContactRef, 'username' | 'isGroup'>>

/** Label of a contact in a list: name and number, or the username without a number. */
export const personLabel = ({ name, isGroup = false, ...reached }: PersonNamed): string =>
  [...new Set([name, isGroup ? '' : addressOf(reached)])].filter(Boolean).join(' · ')

/** A contact in a list of options. A contact that WhatsApp does not know is marked and disabled. */
export const contactOption = (
  t: TFunction,
  contact: Pick<ContactRef, 'id' | 'name' | 'number' | 'username' | 'isGroup' | 'active'>,
) => ({
  value: contact.id,
  label: contact.active ? personLabel(contact) : `${personLabel(contact)} · ${t('inbox:newTicket.outside')}`,
  disabled: !contact.active,
})
