import type { ContactRef } from '@guiche/contracts/views/records.js'
import type { TFunction } from 'i18next'
import { formatPhone } from '../../../components/phone.js'

type PersonNamed = Pick<ContactRef, 'name' | 'number'> & Partial<Pick<ContactRef, 'isGroup'>>

/** A person of a list to choose from, by name and number. */
export const personLabel = ({ name, number, isGroup = false }: PersonNamed): string =>
  number === '' || isGroup ? name : `${name} · ${formatPhone(number)}`

/** A contact of a list to choose from. One that WhatsApp does not know is shown, named as such, and cannot be chosen. */
export const contactOption = (
  t: TFunction,
  contact: Pick<ContactRef, 'id' | 'name' | 'number' | 'isGroup' | 'active'>,
) => ({
  value: contact.id,
  label: contact.active ? personLabel(contact) : `${personLabel(contact)} · ${t('inbox:newTicket.outside')}`,
  disabled: !contact.active,
})
