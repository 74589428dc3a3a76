import { BOT_START } from '@guiche/contracts/bot/state.js'
import type { EventNamed, EventType } from '@guiche/contracts/events/index.js'

/** Further samples of an event beside its golden one, named by their special case. */
export type FurtherSamples = {
  readonly [T in EventType]?: Readonly<Record<string, EventNamed<T>['data']>>
}

/**
 * Data for branches of folds that neither golden samples nor generated data reach. The ids are those of the golden
 * sample, so that the documents exist. Fingerprints of other data stay unchanged.
 */
export const FURTHER_SAMPLES: FurtherSamples = {
  'ticket.closed.v1': {
    'cannot be undone': {
      ticketId: 41,
      contactId: 51,
      from: { status: 'open', userId: 11, queueId: 21, connectionId: 31 },
      to: { status: 'closed', userId: 11, queueId: 21, connectionId: 31 },
      reason: 'resolved',
      seen: null,
    },
  },
  'ticket.bot-stepped.v1': {
    'asks for bills': {
      ticketId: 41,
      contactId: 51,
      messageId: '0f3b6e1c9a5d4b7e8f2a1c3d5e7f9b0a',
      after: { time: '2026-01-05T12:00:00.000Z', position: '00000000000000000001' },
      bot: { ...BOT_START, at: 'bills', queueId: 1, lookups: 1 },
      says: [],
      asks: 'bills',
    },
  },
  // the golden sample's tag is the ticket's lane
  'ticket.tagged.v1': { 'another tag': { ticketId: 41, contactId: 51, tagId: 2 } },
  'ticket.rating-commented.v1': {
    'on the rating of the golden sample': {
      ticketId: 41,
      contactId: 51,
      messageId: 'comment',
      ratedBy: '0f3b6e1c9a5d4b7e8f2a1c3d5e7f9b0a',
    },
  },
}
