import { toPosition } from '@guiche/contracts/envelope.js'
import { ok } from '@guiche/contracts/result.js'
import type { Codec } from '@guiche/infra/event-store/codec.js'

/** Stored events, neither validated nor upcast, so that a copy equals the original. */
const reviveRaw: Codec['revive'] = ({ position, ...place }, body) => ({
  ...place,
  ...body,
  position: toPosition(position),
})

export const rawCodec: Codec = {
  encode: ({ id, type, data, companyId, time, actor, correlationId, causationId }) =>
    ok({ id, type, body: JSON.stringify({ companyId, time, actor, correlationId, causationId, data }) }),
  decode: ({ body, ...place }) => reviveRaw(place, JSON.parse(body)),
  revive: reviveRaw,
}
