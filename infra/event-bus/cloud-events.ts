import type { Actor, StoredEvent } from '@guiche/contracts/envelope.js'
import type { PublicEvent } from '@guiche/contracts/public/index.js'

/** An event on a topic: attributes as headers, `data` alone as the value. */
export interface CloudEvent {
  readonly key: string
  readonly value: Buffer
  readonly headers: Readonly<Record<string, string>>
}

/** A message's header, as a client of the log gives it. */
type Header = Buffer | string | (Buffer | string)[] | undefined

/**
 * An event in the binary mode of CloudEvents 1.0. Names of extension attributes are lower-case letters only.
 * `source` names the store that the position is of.
 */
export const toCloudEvent = (event: StoredEvent, storeId: string): CloudEvent => ({
  key: String(event.companyId),
  value: Buffer.from(JSON.stringify(event.data)),
  headers: {
    'content-type': 'application/json',
    ce_specversion: '1.0',
    ce_id: event.id,
    ce_source: `/guiche/${storeId}`,
    ce_type: event.type,
    ce_subject: event.stream,
    ce_time: event.time,
    ce_position: event.position,
    ce_revision: String(event.revision),
    ce_companyid: String(event.companyId),
    ce_actorkind: event.actor.kind,
    ce_actorid: String(event.actor.id),
    ...(event.actor.for !== undefined && { ce_actorfor: String(event.actor.for) }),
    ce_correlationid: event.correlationId,
    ce_causationid: event.causationId,
  },
})

/**
 * An event for other systems: the public event with our id, time and position. One event gives at most one public
 * event, so id and position are unique in a source, too.
 */
export const toPublicCloudEvent = (
  published: PublicEvent,
  event: StoredEvent,
  storeId: string,
): CloudEvent => ({
  key: String(event.companyId),
  value: Buffer.from(JSON.stringify(published.data)),
  headers: {
    'content-type': 'application/json',
    ce_specversion: '1.0',
    ce_id: event.id,
    ce_source: `/guiche/${storeId}/public`,
    ce_type: published.type,
    ce_subject: published.subject,
    ce_time: event.time,
    ce_position: event.position,
    ce_companyid: String(event.companyId),
  },
})

/** The inverse of `toCloudEvent`. Throws when the message is not ours. */
export const fromCloudEvent = (message: {
  readonly value: Buffer | null
  readonly headers?: Readonly<Record<string, Header>> | undefined
}): StoredEvent => {
  const text = (name: string): string => {
    const header = message.headers?.[name]
    if (header === undefined || Array.isArray(header)) throw new Error(`a message without ${name}`)
    return header.toString()
  }
  return {
    id: text('ce_id'),
    type: text('ce_type'),
    stream: text('ce_subject'),
    revision: Number(text('ce_revision')),
    position: text('ce_position'),
    companyId: Number(text('ce_companyid')),
    time: text('ce_time'),
    actor: {
      kind: text('ce_actorkind') as Actor['kind'],
      id: Number(text('ce_actorid')),
      ...(message.headers?.ce_actorfor !== undefined && { for: Number(text('ce_actorfor')) }),
    },
    correlationId: text('ce_correlationid'),
    causationId: text('ce_causationid'),
    data: JSON.parse(String(message.value ?? 'null')) as unknown,
  }
}
