import { toPosition } from '@guiche/contracts/envelope.js'
import { ok } from '@guiche/contracts/result.js'
import type { Codec } from '../event-store/codec.js'

/**
 * Events as they are kept, neither checked nor brought up to date: a copy holds what the original holds, also where a
 * type has a successor by now or its schema has grown stricter.
 */
const revive: Codec['revive'] = ({ position, ...place }, body) => ({
  ...place,
  ...body,
  position: toPosition(position),
})

export const rawCodec: Codec = {
  encode: ({ id, type, data, companyId, time, actor, correlationId, causationId }) =>
    ok({ id, type, body: JSON.stringify({ companyId, time, actor, correlationId, causationId, data }) }),
  decode: ({ body, ...place }) => revive(place, JSON.parse(body)),
  revive,
}
