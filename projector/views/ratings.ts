import { createRule, declareView, updateRule } from '../engine/projection.js'

/** Ratings with their comments. */
export const ratings = declareView({
  name: 'ratings',
  version: 1,
  collections: [
    {
      name: 'ratings',
      indexes: [
        ['companyId', 'ratedAt', 'id'],
        ['companyId', 'userId', 'ratedAt', 'id'],
        ['companyId', 'queueId', 'ratedAt', 'id'],
      ],
    },
  ],
  on: {
    'ticket.rated.v1': createRule(
      'ratings',
      ({ data }) => data.messageId,
      ({ companyId, data, time, position }) => {
        const { messageId: id, contactId: _, ...rated } = data
        return { id, companyId, ...rated, ratedAt: time, commentIds: [], position }
      },
    ),
    'ticket.rating-commented.v1': updateRule(
      'ratings',
      ({ data }) => data.ratedBy,
      (doc, { data, position }) =>
        doc.commentIds.includes(data.messageId)
          ? doc
          : { ...doc, commentIds: [...doc.commentIds, data.messageId], position },
    ),
  },
})
