import BellOutlined from '@ant-design/icons/es/icons/BellOutlined'
import CheckOutlined from '@ant-design/icons/es/icons/CheckOutlined'
import ClockCircleOutlined from '@ant-design/icons/es/icons/ClockCircleOutlined'
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import FormOutlined from '@ant-design/icons/es/icons/FormOutlined'
import HistoryOutlined from '@ant-design/icons/es/icons/HistoryOutlined'
import InboxOutlined from '@ant-design/icons/es/icons/InboxOutlined'
import LockOutlined from '@ant-design/icons/es/icons/LockOutlined'
import BellMutedOutlined from '@ant-design/icons/es/icons/MutedOutlined'
import RedoOutlined from '@ant-design/icons/es/icons/RedoOutlined'
import ScheduleOutlined from '@ant-design/icons/es/icons/ScheduleOutlined'
import SwapOutlined from '@ant-design/icons/es/icons/SwapOutlined'
import TagsOutlined from '@ant-design/icons/es/icons/TagsOutlined'
import UserOutlined from '@ant-design/icons/es/icons/UserOutlined'
import UserSwitchOutlined from '@ant-design/icons/es/icons/UserSwitchOutlined'
import { RECORDS } from '@guiche/contracts/records/index.js'
import {
  offeredValues,
  TICKET_CHOICE_NAMES,
  type TicketChoiceName,
} from '@guiche/contracts/ticket/choices.js'
import { ACCESS } from '@guiche/contracts/users/access.js'
import type { OpenedTicket, TicketRecord } from '@guiche/contracts/views/records.js'
import type { SignedInUser } from '@guiche/contracts/views/session.js'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { hasFeature, hasSeat, mayUse } from '../../../base/access.js'
import { CHOICE_LOOKS, choiceName, keyOf, lookOf } from '../choice-looks.js'
import { mayActIn, mayAttendIn, reachesContact } from '../model/rights.js'
import type { TicketActions } from '../use-ticket-actions.js'

/** A ticket and its reader: they alone decide which actions are offered. */
export interface TicketForReader {
  /** tickets in lists do not have the contact's other active ticket */
  readonly ticket: TicketRecord & Partial<Pick<OpenedTicket, 'active'>>
  readonly user: SignedInUser
  /** this browser shows no notices of the ticket */
  readonly muted: boolean
}

/** The effects of actions: on the ticket, or on the page. */
export interface ActionEffects
  extends Pick<
    TicketActions,
    'accept' | 'close' | 'remove' | 'reopen' | 'return' | 'set' | 'takeOver' | 'wake'
  > {
  readonly mute: (ticket: TicketRecord, on: boolean) => void
  /** actions that open a field of the page */
  readonly reply: () => void
  readonly note: () => void
  readonly tag: () => void
  readonly transfer: () => void
  readonly snooze: () => void
  readonly schedules: () => void
  readonly contact: () => void
  readonly notes: () => void
  readonly history: () => void
}

/** A button of the header. */
interface HeaderButton {
  readonly primary?: true
  /** text key of a shorter label */
  readonly short?: string
  /** disabled while this action runs */
  readonly busy?: keyof TicketActions['busy']
  /**
   * what to hide in a narrow header: its text first, or the whole button, because the menu has the action,
   * too
   */
  readonly narrow?: 'text' | 'all'
  /** whether the button shows, if less often than the action is possible */
  readonly when?: (standing: TicketForReader) => boolean
}

/** One action of a conversation, for menu, buttons, keys, Ctrl+K and the list of keys. */
export interface Declared {
  /**
   * text key; a switch has another text once it is on. Called with null for the list of keys, without a
   * ticket
   */
  readonly text: string | ((standing: TicketForReader | null) => string)
  readonly icon: ReactNode | ((standing: TicketForReader | null) => ReactNode)
  /** unique among all actions */
  readonly keys: string
  /** its key only moves the focus, so it acts at once */
  readonly atOnce?: true
  readonly danger?: true
  /** in the header's menu */
  readonly menu?: true
  readonly button?: HeaderButton
  /** whether the user may ever use the action; absent: every user may */
  readonly may?: (user: SignedInUser) => boolean
  /** whether the action is possible now; absent: always */
  readonly when?: (standing: TicketForReader) => boolean
  readonly run: (deeds: ActionEffects, standing: TicketForReader) => void
}

const attendsTicket = ({ user, ticket }: TicketForReader): boolean => mayAttendIn(user, ticket)
const hasStatus =
  (...statuses: readonly TicketRecord['status'][]) =>
  ({ ticket }: TicketForReader): boolean =>
    statuses.includes(ticket.status)

/** The actions of a conversation in the order of menus, without those that set a choice. */
export const TICKET_ACTIONS = {
  reply: {
    ...{ text: 'inbox:key.reply', icon: <EditOutlined />, keys: 'r', atOnce: true, may: hasSeat },
    when: ({ user, ticket }) => reachesContact(user, ticket),
    run: (deeds) => deeds.reply(),
  },
  note: {
    ...{ text: 'inbox:key.note', icon: <LockOutlined />, keys: 'n', may: hasSeat },
    run: (deeds) => deeds.note(),
  },
  accept: {
    ...{ text: 'inbox:action.accept', icon: <CheckOutlined />, keys: 'a', may: hasSeat },
    ...{ button: { primary: true, busy: 'accept' }, when: hasStatus('pending') },
    run: (deeds, { ticket }) => deeds.accept(ticket),
  },
  takeOver: {
    ...{ text: 'inbox:action.takeOver', icon: <UserSwitchOutlined />, keys: 'u', menu: true, may: hasSeat },
    when: (standing) => attendsTicket(standing) && standing.ticket.userId !== standing.user.id,
    run: (deeds, { ticket }) => deeds.takeOver(ticket),
  },
  snooze: {
    text: (standing) => (standing?.ticket.snoozedUntil ? 'inbox:snooze.wake' : 'inbox:snooze.title'),
    ...{ icon: <ClockCircleOutlined />, keys: 's', menu: true, may: hasSeat, when: attendsTicket },
    run: (deeds, { ticket }) => (ticket.snoozedUntil === null ? deeds.snooze() : deeds.wake(ticket)),
  },
  transfer: {
    ...{ text: 'inbox:action.transfer', icon: <SwapOutlined />, keys: 't', menu: true, may: hasSeat },
    ...{ button: { narrow: 'all', when: attendsTicket }, when: hasStatus('pending', 'open') },
    run: (deeds) => deeds.transfer(),
  },
  return: {
    ...{ text: 'inbox:action.return', icon: <InboxOutlined />, keys: 'd', may: hasSeat, when: attendsTicket },
    button: { short: 'inbox:action.returnShort', narrow: 'text' },
    run: (deeds, { ticket }) => deeds.return(ticket),
  },
  resolve: {
    ...{ text: 'inbox:key.resolve', icon: <CheckOutlined />, keys: 'e', may: hasSeat, when: attendsTicket },
    button: { primary: true, short: 'inbox:action.resolve', busy: 'close' },
    run: (deeds, { ticket }) => deeds.close(ticket),
  },
  reopen: {
    ...{ text: 'inbox:action.reopen', icon: <RedoOutlined />, keys: 'b', may: hasSeat },
    button: { busy: 'accept' },
    // if the contact has another active ticket, its link is below the conversation
    when: ({ ticket }) => ticket.status === 'closed' && !ticket.active,
    run: (deeds, { ticket }) => deeds.reopen(ticket),
  },
  tag: {
    ...{ text: 'inbox:action.tag', icon: <TagsOutlined />, keys: 'l', may: hasSeat },
    run: (deeds) => deeds.tag(),
  },
  schedules: {
    ...{ text: 'schedules:title', icon: <ScheduleOutlined />, keys: 'g', menu: true },
    may: (user) => hasSeat(user) && hasFeature(user, RECORDS.schedule.plan),
    run: (deeds) => deeds.schedules(),
  },
  contact: {
    ...{ text: 'inbox:contact.title', icon: <UserOutlined />, keys: 'i' },
    run: (deeds) => deeds.contact(),
  },
  notes: {
    ...{ text: 'notes:title', icon: <FormOutlined />, keys: 'o', menu: true },
    run: (deeds) => deeds.notes(),
  },
  mute: {
    text: (standing) => (standing?.muted ? 'inbox:action.unmute' : 'inbox:action.mute'),
    icon: (standing) => (standing?.muted ? <BellOutlined /> : <BellMutedOutlined />),
    ...{ keys: 'm', menu: true },
    run: (deeds, { ticket, muted }) => deeds.mute(ticket, !muted),
  },
  history: {
    ...{ text: 'inbox:action.history', icon: <HistoryOutlined />, keys: 'h', menu: true },
    run: (deeds) => deeds.history(),
  },
  remove: {
    ...{ text: 'inbox:action.remove', icon: <DeleteOutlined />, keys: 'q', menu: true, danger: true },
    may: (user) => hasSeat(user) && mayUse(user, ACCESS['DELETE /tickets/:id']),
    run: (deeds, { ticket }) => deeds.remove(ticket),
  },
} as const satisfies Readonly<Record<string, Declared>>

/** An action in a certain state of the ticket. */
export interface TicketAction extends Omit<Declared, 'text' | 'icon' | 'may' | 'when' | 'run'> {
  readonly id: string
  /** translated */
  readonly label: string
  /** translated label for its button, or its entry in a group of the menu */
  readonly short: string
  readonly icon: ReactNode
  /** the choice that this value belongs to; menus group its values */
  readonly of?: TicketChoiceName
  /** whether the action is possible now */
  readonly when: (standing: TicketForReader) => boolean
  readonly run: (deeds: ActionEffects, standing: TicketForReader) => void
}

/** The values of choices come before this action in menus. */
const BEFORE_CHOICES = 'transfer' satisfies keyof typeof TICKET_ACTIONS

const choicesOf = (t: TFunction): readonly TicketAction[] =>
  TICKET_CHOICE_NAMES.flatMap((field) =>
    offeredValues(field).map((value) => ({
      id: `${field} ${value}`,
      label: choiceName(t, field, value),
      short: t(`inbox:${field}.${value}`),
      icon: lookOf(field, value)?.icon ?? CHOICE_LOOKS[field].icon,
      keys: keyOf(field, value),
      of: field,
      menu: true,
      when: ({ user, ticket }) => mayActIn(user, ticket) && ticket[field] !== value,
      run: (deeds, { ticket }) => deeds.set(ticket, { [field]: value }),
    })),
  )

/** All actions of a user in a conversation, named by the ticket's state; null: not shown. Pure. */
export const ticketActions = (
  t: TFunction,
  user: SignedInUser,
  standing: TicketForReader | null,
): readonly TicketAction[] =>
  Object.entries<Declared>(TICKET_ACTIONS).flatMap(([id, { text, icon, may, when, ...declared }]) => {
    const label = t(typeof text === 'function' ? text(standing) : text)
    const action: TicketAction = {
      ...declared,
      ...{ id, label, short: declared.button?.short === undefined ? label : t(declared.button.short) },
      icon: typeof icon === 'function' ? icon(standing) : icon,
      when: when ?? (() => true),
    }
    const offered = may === undefined || may(user) ? [action] : []
    return id === BEFORE_CHOICES && hasSeat(user) ? [...offered, ...choicesOf(t)] : offered
  })
