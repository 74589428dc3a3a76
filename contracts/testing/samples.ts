import { existsSync, readFileSync } from 'node:fs'
import type { EventNamed, EventType } from '../events/index.js'
import type { PublicEventType } from '../public/index.js'

const readSample = (kind: 'events' | 'public', type: string): unknown => {
  const file = new URL(`../${kind}/golden/${type}.json`, import.meta.url)
  if (!existsSync(file)) throw new Error(`The event ${type} has no sample yet: run npm run agree`)
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** The golden sample of an event's data; throws if `npm run agree` has not written it. */
export const sampleOf = <T extends EventType>(type: T): EventNamed<T>['data'] =>
  readSample('events', type) as EventNamed<T>['data']

/** The golden sample of a public event's data; throws if `npm run agree` has not written it. */
export const publicSampleOf = (type: PublicEventType): unknown => readSample('public', type)
