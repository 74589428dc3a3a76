import type { Media } from '@guiche/contracts/events/message.js'
import { describe, it } from '@jest/globals'
import { decisions } from '../testing/decide.js'
import { messageIds, textContent } from '../testing/message.js'
import type { MessageCommand, ReceivedData, RequestedData } from './commands.js'
import { messageDecider } from './decide.js'
import type { MessageFact } from './state.js'

const { given } = decisions(messageDecider)
const request: RequestedData = {
  ...messageIds,
  ...textContent,
  to: '5511@s.whatsapp.net',
  userId: 5,
  source: 'user',
}
const receipt: ReceivedData = {
  ...messageIds,
  ...textContent,
  fromMe: false,
  remoteJid: '5511@s.whatsapp.net',
  participant: null,
  mediaPending: false,
  sentAt: '2026-03-02T10:00:00.000Z',
  imported: false,
  ack: 0,
}
const requested: MessageFact = { type: 'message.requested.v1', data: request }
const received: MessageFact = { type: 'message.received.v1', data: receipt }
const pendingMedia: MessageFact = { type: 'message.received.v1', data: { ...receipt, mediaPending: true } }
const sent: MessageFact = { type: 'message.sent.v1', data: messageIds }
const ackedEvent = (ack: number): MessageFact => ({
  type: 'message.acknowledged.v1',
  data: { ...messageIds, ack },
})
const failed: MessageFact = {
  type: 'message.failed.v1',
  data: { ...messageIds, code: 'ERR_SENDING_WAPP_MSG' },
}
const media: Media = {
  blobId: 'b',
  mimetype: 'image/png',
  fileName: 'a.png',
  size: 1,
  seconds: null,
  voice: false,
}
const revoked: MessageFact = { type: 'message.revoked.v1', data: { ...messageIds, by: 'us', userId: null } }

const editCommand = (body: string): MessageCommand => ({ kind: 'request-edit', body, userId: 5, shown: null })
const editRequested: MessageFact = {
  type: 'message.edit-requested.v1',
  data: { ...messageIds, body: 'olá', userId: 5 },
}
const revoke: MessageCommand = { kind: 'request-revoke', userId: 5 }
const revokeRequested: MessageFact = {
  type: 'message.revoke-requested.v1',
  data: { ...messageIds, userId: 5 },
}
const reactionCommand = (emoji: string): MessageCommand => ({ kind: 'request-reaction', emoji, userId: 5 })
const reactionRequested: MessageFact = {
  type: 'message.reaction-requested.v1',
  data: { ...messageIds, emoji: '👍', userId: 5 },
}
const failCommand = (what: 'send' | 'edit' | 'revoke' | 'reaction' | 'media'): MessageCommand => ({
  kind: 'fail',
  what,
  code: 'ERR_SENDING_WAPP_MSG',
})

describe('a message that is sent', () => {
  it('is requested once and never empty', () => {
    given([]).when({ kind: 'request', data: request }).then([requested])
    given([requested]).when({ kind: 'request', data: request }).thenNothingHappened()
    given([])
      .when({ kind: 'request', data: { ...request, body: ' \n' } })
      .thenError('ERR_MESSAGE_EMPTY')
    given([])
      .when({ kind: 'request', data: { ...request, body: '\u200b\u200e \u2060\ufeff' } })
      .thenError('ERR_MESSAGE_EMPTY')
    given([])
      .when({ kind: 'request', data: { ...request, body: '*Bia:*\n\u200b' } })
      .thenError('ERR_MESSAGE_EMPTY')
    given([])
      .when({ kind: 'request', data: { ...request, body: '', kind: 'image', media } })
      .then([{ type: 'message.requested.v1', data: { ...request, body: '', kind: 'image', media } }])
  })

  it('is sent once, and its ticks only grow', () => {
    given([requested]).when({ kind: 'sent' }).then([sent])
    given([requested, sent]).when({ kind: 'sent' }).thenNothingHappened()
    given([requested, sent])
      .when({ kind: 'acknowledge', ack: 3 })
      .then([ackedEvent(3)])
    given([requested, ackedEvent(4)])
      .when({ kind: 'acknowledge', ack: 3 })
      .thenNothingHappened()
    given([requested, ackedEvent(4)])
      .when({ kind: 'sent' })
      .thenNothingHappened()
    given([]).when({ kind: 'acknowledge', ack: 3 }).thenError('ERR_NO_MESSAGE_FOUND')
  })

  it('fails, is tried again, and cannot fail once it was delivered', () => {
    given([requested]).when(failCommand('send')).then([failed])
    given([requested, failed]).when(failCommand('send')).thenNothingHappened()
    given([requested, ackedEvent(3)])
      .when(failCommand('send'))
      .thenNothingHappened()
    given([requested, failed])
      .when({ kind: 'retry', userId: 5 })
      .then([{ type: 'message.retried.v1', data: { ...messageIds, userId: 5 } }])
    given([requested]).when({ kind: 'retry', userId: 5 }).thenNothingHappened()
    given([requested, revokeRequested, failed])
      .when({ kind: 'retry', userId: 5 })
      .thenError('ERR_MESSAGE_DELETED')
    given([requested, failed, revoked]).when({ kind: 'retry', userId: 5 }).thenError('ERR_MESSAGE_DELETED')
    given([requested, failed]).when({ kind: 'sent' }).then([sent])
    given([received]).when(failCommand('send')).thenNothingHappened()
  })

  it('is edited by its sender’s side, and the editor’s name is kept', () => {
    given([requested]).when(editCommand('olá')).then([editRequested])
    given([requested, editRequested]).when(editCommand('olá')).thenNothingHappened()
    given([requested]).when(editCommand('oi')).thenNothingHappened()
    given([requested]).when(editCommand(' ')).thenError('ERR_MESSAGE_EMPTY')
    given([requested]).when(editCommand('*Bia:*\n\u200b')).thenError('ERR_MESSAGE_EMPTY')
    given([received]).when(editCommand('olá')).thenError('ERR_NOT_OWN_MESSAGE')
    given([requested, revoked]).when(editCommand('olá')).thenError('ERR_MESSAGE_DELETED')
    given([requested, revokeRequested]).when(editCommand('olá')).thenError('ERR_MESSAGE_DELETED')
    given([requested, failed]).when(editCommand('olá')).thenError('ERR_EDITING_WAPP_MSG')
    given([{ type: 'message.requested.v1', data: { ...request, kind: 'image', media } }])
      .when(editCommand('olá'))
      .thenError('ERR_EDITING_WAPP_MSG')
    given([requested, editRequested])
      .when({ kind: 'edited', body: 'olá', by: 'us' })
      .then([{ type: 'message.edited.v1', data: { ...messageIds, body: 'olá', by: 'us', userId: 5 } }])
    given([requested])
      .when({ kind: 'edited', body: 'no celular', by: 'us' })
      .then([
        { type: 'message.edited.v1', data: { ...messageIds, body: 'no celular', by: 'us', userId: null } },
      ])
    given([requested]).when({ kind: 'edited', body: 'oi', by: 'us' }).thenNothingHappened()
    given([requested, editRequested])
      .when(failCommand('edit'))
      .then([{ type: 'message.edit-failed.v1', data: { ...messageIds, code: 'ERR_SENDING_WAPP_MSG' } }])
    given([requested]).when(failCommand('edit')).thenNothingHappened()
  })

  it('says once that it was edited on a phone and the new text could not be read', () => {
    const report = { kind: 'edited', body: '', by: 'contact', unreadable: true } as const
    const unread = {
      type: 'message.edited.v1',
      data: { ...messageIds, body: 'oi', by: 'contact', userId: null, unreadable: true },
    } as const
    given([received]).when(report).then([unread])
    given([received, unread]).when(report).thenNothingHappened()
    given([received, revoked]).when(report).thenNothingHappened()
    given([requested]).when(report).thenNothingHappened()
    given([received, unread])
      .when({ kind: 'edited', body: 'oi', by: 'contact' })
      .then([{ type: 'message.edited.v1', data: { ...messageIds, body: 'oi', by: 'contact', userId: null } }])
  })

  it('is deleted by its sender’s side', () => {
    given([requested]).when(revoke).then([revokeRequested])
    given([requested, revokeRequested]).when(revoke).thenNothingHappened()
    given([requested, revoked]).when(revoke).thenNothingHappened()
    given([received]).when(revoke).thenError('ERR_NOT_OWN_MESSAGE')
    given([requested, failed]).when(revoke).thenError('ERR_DELETE_WAPP_MSG')
    given([requested, revokeRequested])
      .when({ kind: 'revoked', by: 'us' })
      .then([{ type: 'message.revoked.v1', data: { ...messageIds, by: 'us', userId: 5 } }])
    given([requested, revoked]).when({ kind: 'revoked', by: 'us' }).thenNothingHappened()
    given([requested, revokeRequested])
      .when(failCommand('revoke'))
      .then([{ type: 'message.revoke-failed.v1', data: { ...messageIds, code: 'ERR_SENDING_WAPP_MSG' } }])
    given([requested]).when(failCommand('revoke')).thenNothingHappened()
  })
})

describe('a message of the contact', () => {
  it('is received once', () => {
    given([]).when({ kind: 'receive', data: receipt }).then([received])
    given([received]).when({ kind: 'receive', data: receipt }).thenNothingHappened()
  })

  it('security rule 15: is changed by the contact alone, and the contact changes nothing of ours', () => {
    given([received])
      .when({ kind: 'edited', body: 'corrigido', by: 'contact' })
      .then([
        {
          type: 'message.edited.v1',
          data: { ...messageIds, body: 'corrigido', by: 'contact', userId: null },
        },
      ])
    given([received]).when({ kind: 'edited', body: 'x', by: 'us' }).thenNothingHappened()
    given([requested]).when({ kind: 'edited', body: 'x', by: 'contact' }).thenNothingHappened()
    given([requested]).when({ kind: 'revoked', by: 'contact' }).thenNothingHappened()
    given([received, revoked]).when({ kind: 'edited', body: 'x', by: 'contact' }).thenNothingHappened()
    given([received])
      .when({ kind: 'revoked', by: 'contact' })
      .then([{ type: 'message.revoked.v1', data: { ...messageIds, by: 'contact', userId: null } }])
    given([received]).when({ kind: 'sent' }).thenNothingHappened()
  })

  it('is reacted to by both, and each takes only the own reaction back', () => {
    const reacted = (emoji: string, by: 'contact' | 'us', userId: number | null = null): MessageFact => ({
      type: 'message.reacted.v1',
      data: { ...messageIds, emoji, by, userId },
    })
    given([received]).when(reactionCommand('👍')).then([reactionRequested])
    given([received, reactionRequested]).when(reactionCommand('👍')).thenNothingHappened()
    given([received]).when(reactionCommand('')).thenNothingHappened()
    given([received, revoked]).when(reactionCommand('👍')).thenError('ERR_MESSAGE_DELETED')
    given([requested, revokeRequested]).when(reactionCommand('👍')).thenError('ERR_MESSAGE_DELETED')
    given([requested, failed]).when(reactionCommand('👍')).thenError('ERR_REACTING_WAPP_MSG')
    given([received, reactionRequested])
      .when({ kind: 'reacted', emoji: '👍', by: 'us' })
      .then([reacted('👍', 'us', 5)])
    given([received, reacted('👍', 'us')])
      .when({ kind: 'reacted', emoji: '👍', by: 'us' })
      .thenNothingHappened()
    given([received, reacted('👍', 'us')])
      .when({ kind: 'reacted', emoji: '', by: 'contact' })
      .thenNothingHappened()
    given([received, reacted('❤️', 'contact')])
      .when({ kind: 'reacted', emoji: '', by: 'contact' })
      .then([reacted('', 'contact')])
    given([received, reactionRequested])
      .when(failCommand('reaction'))
      .then([{ type: 'message.reaction-failed.v1', data: { ...messageIds, code: 'ERR_SENDING_WAPP_MSG' } }])
    given([received]).when(failCommand('reaction')).thenNothingHappened()
  })

  it('is reacted to with one emoji, however it is put together, and with nothing else', () => {
    for (const emoji of ['👍🏽', '❤️', '❤', '👨‍👩‍👧‍👦', '🇧🇷', '5️⃣']) {
      given([received])
        .when(reactionCommand(emoji))
        .then([{ type: 'message.reaction-requested.v1', data: { ...messageIds, emoji, userId: 5 } }])
    }
    for (const other of ['abc', '5', ' ', '👍👍', 'ok 👍', '<b>']) {
      given([received]).when(reactionCommand(other)).thenError('ERR_VALIDATION', { field: 'type' })
    }
  })

  it('gets its file, or fails to and is tried again', () => {
    const stored: MessageFact = { type: 'message.media-stored.v1', data: { ...messageIds, media } }
    const lost: MessageFact = {
      type: 'message.media-failed.v1',
      data: { ...messageIds, code: 'ERR_SENDING_WAPP_MSG' },
    }
    given([pendingMedia]).when({ kind: 'store-media', media }).then([stored])
    given([pendingMedia, stored]).when({ kind: 'store-media', media }).thenNothingHappened()
    given([received]).when({ kind: 'store-media', media }).thenNothingHappened()
    given([pendingMedia]).when(failCommand('media')).then([lost])
    given([pendingMedia, stored]).when(failCommand('media')).thenNothingHappened()
    given([pendingMedia, lost])
      .when({ kind: 'retry', userId: 5 })
      .then([{ type: 'message.media-retried.v1', data: { ...messageIds, userId: 5 } }])
    given([pendingMedia, lost]).when({ kind: 'store-media', media }).then([stored])
  })

  it('gets further details of its own file only', () => {
    const stored: MessageFact = { type: 'message.media-stored.v1', data: { ...messageIds, media } }
    const measured = { ...media, width: 4, height: 3 }
    const more: MessageFact = { type: 'message.media-stored.v1', data: { ...messageIds, media: measured } }
    given([pendingMedia, stored]).when({ kind: 'store-media', media: measured }).then([more])
    given([pendingMedia, stored, more]).when({ kind: 'store-media', media: measured }).thenNothingHappened()
    given([pendingMedia, stored])
      .when({ kind: 'store-media', media: { ...measured, blobId: 'another' } })
      .thenNothingHappened()
  })

  it('that could not be read is there once it can be, with its file and under its writer’s last words', () => {
    const blank = { ...receipt, kind: 'unreadable', body: '' } as const
    const unread: MessageFact = { type: 'message.received.v1', data: blank }
    const receive = (data: ReceivedData): MessageCommand => ({ kind: 'receive', data })
    const photo = { ...receipt, kind: 'image', body: '', media, mediaPending: true } as const
    const recovered = (change: object): MessageFact => ({
      type: 'message.recovered.v1',
      data: { ...messageIds, ...textContent, mediaPending: false, ...change },
    })
    given([unread])
      .when(receive(receipt))
      .then([recovered({})])
    given([unread]).when(receive(blank)).thenNothingHappened()
    given([unread, recovered({})])
      .when(receive(receipt))
      .thenNothingHappened()
    given([received])
      .when(receive({ ...receipt, body: 'outro' }))
      .thenNothingHappened()
    given([received]).when(receive(blank)).thenNothingHappened()
    given([unread, { ...revoked, data: { ...revoked.data, by: 'contact' } } as MessageFact])
      .when(receive(receipt))
      .thenNothingHappened()
    const asPhoto = { kind: 'image', body: '', media, mediaPending: true }
    given([unread])
      .when(receive(photo))
      .then([recovered(asPhoto)])
    given([unread, recovered(asPhoto)])
      .when({ kind: 'store-media', media })
      .then([{ type: 'message.media-stored.v1', data: { ...messageIds, media } }])
    given([
      unread,
      { type: 'message.edited.v1', data: { ...messageIds, body: 'melhor', by: 'contact', userId: null } },
    ])
      .when(receive(receipt))
      .then([recovered({ body: 'melhor' })])
  })

  it('keeps a second sender under its id beside it, once', () => {
    const park: MessageCommand = { kind: 'park', remoteJid: '99@s.whatsapp.net', body: 'outra' }
    const parked: MessageFact = {
      type: 'message.conflict-parked.v1',
      data: { ...messageIds, remoteJid: '99@s.whatsapp.net', body: 'outra' },
    }
    given([received]).when(park).then([parked])
    given([received, parked]).when(park).thenNothingHappened()
    given([received])
      .when({ ...park, remoteJid: receipt.remoteJid })
      .thenNothingHappened()
  })
})
