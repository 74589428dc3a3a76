import type { QuotedRecord } from '@guiche/contracts/views/records.js'
import type { TFunction } from 'i18next'

type Theirs = Pick<QuotedRecord, 'author' | 'contact'>

/** A number as it stands beside messages: the library that formats numbers is not loaded with a conversation. */
export const shortNumber = (digits: string): string => (digits === '' ? '' : `+${digits}`)

/** What the other side of a message is called: the contact, or inside a group who wrote it. */
export const senderName = (t: TFunction, { author, contact }: Theirs): string =>
  author === null
    ? (contact?.name ?? t('inbox:message.theirs'))
    : author.name || shortNumber(author.number) || t('inbox:message.member')
