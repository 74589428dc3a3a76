import type { ContactRef } from '@guiche/contracts/views/records.js'
import type { TFunction } from 'i18next'
import { addressOf } from '../../../components/phone.js'

type PersonNamed = Pick<ContactRef, 'name' | 'number'> & Partial<Pick<ContactRef, 'username' | 'isGroup'>>

/** A person of a list to choose from, by name and number, or by the username where there is no number. */
export const personLabel = ({ name, isGroup = false, ...reached }: PersonNamed): string =>
  [...new Set([name, isGroup ? '' : addressOf(reached)])].filter(Boolean).join(' · ')

/** A contact of a list to choose from. One that WhatsApp does not know is shown, named as such, and cannot be chosen. */
export const contactOption = (
  t: TFunction,
  contact: Pick<ContactRef, 'id' | 'name' | 'number' | 'username' | 'isGroup' | 'active'>,
) => ({
  value: contact.id,
  label: contact.active ? personLabel(contact) : `${personLabel(contact)} · ${t('inbox:newTicket.outside')}`,
  disabled: !contact.active,
})
