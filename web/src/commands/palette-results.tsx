import MessageOutlined from '@ant-design/icons/es/icons/MessageOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import SearchOutlined from '@ant-design/icons/es/icons/SearchOutlined'
import UserOutlined from '@ant-design/icons/es/icons/UserOutlined'
import { displayNameOf } from '@guiche/contracts/contact/name.js'
import { MAX_SEARCH_LENGTH } from '@guiche/contracts/search-length.js'
import { truncateText } from '@guiche/contracts/truncate.js'
import { excerptOf } from '@guiche/contracts/views/excerpt.js'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import { type ReactNode, useEffect, useState } from 'react'
import { useSearchQuery } from '../api/search.js'
import { useGoTo } from '../base/hooks.js'
import { withoutMarks } from '../base/whatsapp-text.js'
import { searchedFor } from '../components/list/use-search.js'
import { dialledContact, isAmong } from '../components/phone.js'
import { excerptAround } from '../components/search/excerpt.js'
import { MarkedText } from '../components/search/marked.js'
import { useTranslation } from '../i18n/use-translation.js'

/** An entry of the palette. */
export interface Option {
  readonly id: string
  readonly icon: ReactNode
  readonly label: ReactNode
  /** beside the label */
  readonly hint: ReactNode
  readonly keys?: string
  readonly run: () => void
}
export interface OptionGroup {
  readonly title: string
  readonly options: readonly Option[]
}

/** Maximum of results of each kind in the palette. */
const LIMIT = 5
/** Milliseconds after the last key before open tickets are searched. */
const PAUSE_MS = 150

/** Debounced text: changes `PAUSE_MS` ms after the last key; an emptied text at once. */
const useDebounced = (text: string): string => {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text === '' ? 0 : PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

/** Search results of the palette, below its commands. */
export interface PaletteResults {
  /** tickets that are not closed */
  readonly active: readonly Option[]
  readonly groups: readonly OptionGroup[]
  readonly state: 'idle' | 'busy' | 'failed'
}

/**
 * Open tickets by the `typed` text, from one letter on. Contacts, other tickets and messages by `text` (''
 * for a short one). Choosing an entry opens it; a message opens in its conversation.
 */
export const usePaletteResults = (typed: string, text: string): PaletteResults => {
  const { t } = useTranslation()
  const goTo = useGoTo()
  const trimmed = truncateText(typed.trim(), MAX_SEARCH_LENGTH).trimEnd()
  const begun = useDebounced(trimmed)
  const named = useSearchQuery({ text: begun, limit: LIMIT, active: true }, { skip: begun === '' })
  const all = useSearchQuery({ text, limit: LIMIT }, { skip: text === '' })
  // the search for `text` begins later than the one for `begun`
  const isAhead = begun !== trimmed || text !== searchedFor(typed)
  const isBusy = named.isFetching || all.isFetching || isAhead
  const state = isBusy ? 'busy' : named.isError || all.isError ? 'failed' : 'idle'
  const mark = (words: string, wanted: string) => (
    <MarkedText text={excerptAround(words, wanted)} wanted={wanted} />
  )
  const ticketOption = ({ id, uuid, contact, status, user }: TicketRecord, wanted: string): Option => ({
    id: `ticket ${id}`,
    icon: <MessageOutlined />,
    label: (
      <>
        {mark(displayNameOf(contact), wanted)} {mark(`#${id}`, wanted)}
      </>
    ),
    hint: [t(`inbox:status.${status}`), user?.name].filter(Boolean).join(' · '),
    run: () => goTo(`/tickets/${uuid}`),
  })
  const tickets = begun === '' ? [] : (named.currentData?.tickets ?? [])
  const active = tickets.map((ticket) => ticketOption(ticket, begun))
  const found = all.currentData
  if (text === '' || found === undefined) return { active, groups: [], state }
  const number = dialledContact(text)
  const groups: readonly OptionGroup[] = [
    {
      title: t('inbox:search.people'),
      options: found.contacts.map(({ ticket, ...contact }) => ({
        id: `person ${contact.id}`,
        icon: <UserOutlined />,
        label: mark(displayNameOf(contact), text),
        hint: ticket === null ? t('inbox:newTicket.title') : t(`inbox:status.${ticket.status}`),
        run: () =>
          ticket === null
            ? goTo('/tickets', { state: { newTicketFor: contact } })
            : goTo(`/tickets/${ticket.uuid}`),
      })),
    },
    {
      title: t('inbox:newTicket.title'),
      options:
        number === null || isAmong(number, found.contacts)
          ? []
          : [
              {
                id: 'number',
                icon: <PlusOutlined />,
                label: t('inbox:newTicket.toNumber', { number: number.name }),
                hint: null,
                run: () => goTo('/tickets', { state: { newTicketTo: number } }),
              },
            ],
    },
    {
      title: t('inbox:search.tickets'),
      options: found.tickets
        .filter(({ id }) => !tickets.some((ticket) => ticket.id === id))
        .map((ticket) => ticketOption(ticket, text)),
    },
    {
      title: t('inbox:search.messages'),
      options: found.messages.flatMap(({ id, ticket, mediaType, body }) =>
        ticket === null
          ? []
          : {
              id: `message ${id}`,
              icon: <SearchOutlined />,
              label: mark(withoutMarks(excerptOf({ kind: mediaType, body })), text),
              hint: displayNameOf(ticket.contact),
              run: () => goTo(`/tickets/${ticket.uuid}#${id}`),
            },
      ),
    },
  ]
  return { active, groups: groups.filter(({ options }) => options.length > 0), state }
}
