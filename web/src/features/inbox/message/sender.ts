import { writerName } from '@guiche/contracts/views/excerpt.js'
import type { QuotedRecord } from '@guiche/contracts/views/records.js'
import type { TFunction } from 'i18next'

type ForeignMessage = Pick<QuotedRecord, 'author' | 'contact'>

/** Name of the chat partner of a message: the contact, or in a group the writer. */
export const senderName = (t: TFunction, { author, contact }: ForeignMessage): string =>
  author === null
    ? (contact?.name ?? t('inbox:message.theirs'))
    : writerName({ name: author.name, pn: author.number }) || t('inbox:message.member')
