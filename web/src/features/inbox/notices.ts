import { displayNameOf } from '@guiche/contracts/contact/name.js'
import { placeOf, type ShownNotice, type SilenceReason } from '@guiche/contracts/notices/notice.js'
import { NOTICES } from '@guiche/contracts/notices/notices.js'
import type { ServerFrames } from '@guiche/contracts/realtime/realtime.js'
import type { MessageRecord } from '@guiche/contracts/views/records.js'
import { createAction } from '@reduxjs/toolkit'
import i18next from 'i18next'
import type { AppDispatch, RootState } from '../../app/store.js'
import { callerOf } from '../../base/access.js'
import { toastShown } from '../../components/toasts/toasts.js'
import { currentLanguage } from '../../i18n/i18n.js'
import type { FramePatches, Kind, PatchContext } from '../../realtime/patches.js'
import { isOnScreen } from './conversation-on-screen.js'
import { claimNotice, rememberLeaving } from './notice-once.js'
import { notifyUser } from './notify.js'
import { isOwnChange } from './own-changes.js'
import { listedTicket, shownTicket } from './window-tickets.js'

/** Name of the kind of a message without text, for a notice. */
const kindName = (kind: MessageRecord['mediaType']): string => {
  const names: Partial<Record<typeof kind, string>> = {
    image: i18next.t('inbox:kind.image'),
    audio: i18next.t('inbox:kind.audio'),
    video: i18next.t('inbox:kind.video'),
    application: i18next.t('inbox:kind.file'),
    sticker: i18next.t('inbox:kind.sticker'),
    locationMessage: i18next.t('inbox:kind.location'),
    contactMessage: i18next.t('inbox:kind.contact'),
  }
  return names[kind] ?? ''
}

type NoticeTicket = Pick<ShownNotice['ticket'], 'id' | 'uuid'>
/** Conditions under which a notice is not shown. */
const HOLDS: Readonly<
  Record<
    SilenceReason,
    (ticket: NoticeTicket, preferences: RootState['preferences']) => boolean | Promise<boolean>
  >
> = {
  'own-change': ({ id }) => isOwnChange(id),
  muted: ({ id }, { muted }) => muted.includes(id),
  'looked-at': ({ uuid }) => isOnScreen(uuid),
}

/** A toast's button leads to this path; a dialog may be open there. */
export const noticeFollowed = createAction<string>('notices/followed')

/** The inbox shows messages itself. */
const isInbox = (path: string): boolean => /^\/tickets(\/|$)/i.test(path)

interface Window {
  readonly dispatch: AppDispatch
  readonly preferences: RootState['preferences']
}
const showNotice = async (
  { ticket, toast, alert }: ShownNotice,
  unless: readonly SilenceReason[],
  { dispatch, preferences }: Window,
): Promise<void> => {
  for (const reason of unless) {
    const holds = HOLDS[reason](ticket, preferences)
    // a toast shows at once with its frame: wait only for a reason that is asynchronous
    if (typeof holds === 'boolean' ? holds : await holds) return
  }
  const { tag, path } = placeOf(ticket.id, ticket.uuid)
  if (toast !== null && (toast.where === 'every-page' || !isInbox(location.pathname))) {
    const { text, stays } = toast
    const action = {
      label: i18next.t('common:notifications.openIt'),
      run: () => dispatch(noticeFollowed(path)),
    }
    // of several messages of a ticket only the newest has a toast
    const key = toast.where === 'other-pages' ? { key: tag } : {}
    dispatch(
      toastShown({
        tone: 'info',
        text,
        stays,
        ...key,
        ...(toast.opens && location.pathname !== path && { action }),
      }),
    )
  }
  if (alert === null || !(await claimNotice(alert.key))) return
  const picture = ticket.contact?.profilePicUrl ?? ''
  const notice = {
    ...alert,
    ...{ tag, path },
    ...(picture === '' ? {} : { icon: picture }),
  }
  notifyUser(notice, preferences)
}

/** Shows the notices of a frame: toasts, sounds and notifications of the system. */
const tellFrame = <K extends Kind>(
  kind: K,
  frame: ServerFrames[K],
  { dispatch, getState }: PatchContext,
): void => {
  const state = getState()
  const { session, preferences } = state
  if (session.user === null) return
  const window = {
    viewer: callerOf(session.user),
    language: currentLanguage(),
    listed: (ticketId: number) => listedTicket(state, ticketId),
    open: (ticketId: number) => shownTicket(state, ticketId),
    known: ({ contact }: ShownNotice['ticket']) => ({
      contact: contact === undefined ? '' : displayNameOf(contact),
      kindName,
      member: i18next.t('inbox:message.member'),
      somebody: i18next.t('notes:somebody'),
    }),
  }
  // the user has deleted the ticket, or a notice explains the deletion: its page shows no further message
  const { action, ticketId } = frame as { readonly action?: string; readonly ticketId?: number }
  if (kind === 'ticket' && action === 'delete' && ticketId !== undefined && window.open(ticketId))
    rememberLeaving(ticketId)
  for (const { ofFrame, unless } of Object.values(NOTICES)) {
    const shown = ofFrame(kind, frame, window)
    if (shown === null) continue
    void showNotice(shown, unless, { dispatch, preferences })
  }
}

const kinds = new Set(Object.values(NOTICES).flatMap((notice) => notice.kinds))

/**
 * Shows the notices of a frame. Runs before the patches of all features, because a notice compares the frame with the
 * lists' former state.
 */
export const noticePatches = Object.fromEntries(
  [...kinds].map((kind) => [
    kind,
    (frame: ServerFrames[Kind], context: PatchContext) => tellFrame(kind, frame, context),
  ]),
) as FramePatches
