import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { eventSchemas } from '@guiche/contracts/events/index.js'
import { publicEventSchemas } from '@guiche/contracts/public/index.js'
import { toPublicEvent } from '@guiche/contracts/public/public-event.js'
import { recordFaults } from '@guiche/contracts/records/faults.js'
import { RECORDS } from '@guiche/contracts/records/index.js'
import { projections } from '@guiche/projector/views/index.js'
import { effectsDoc } from '../openapi/effects-doc.js'
import { eventsDoc } from '../openapi/events-doc.js'
import { realtimeDoc } from '../openapi/realtime-doc.js'
import { ASYNCAPI_FILE, asyncapiText } from './asyncapi.js'
import { consequencesDoc } from './consequences-doc.js'
import { type Data, goldenSample } from './golden.js'
import { agreedPrints, printOf, staleVersions, VIEW_PRINTS } from './view-prints.js'

/** A file of the repository that is generated from the sources. */
export interface GeneratedFile {
  readonly url: URL
  readonly text: string
}

/** The descriptive documents: later changes are not compared with them. */
export const generatedDocs = (): GeneratedFile[] => [
  { url: new URL('../../docs/events.md', import.meta.url), text: eventsDoc() },
  { url: new URL('../../docs/consequences.md', import.meta.url), text: consequencesDoc() },
  { url: new URL('../../docs/effects.md', import.meta.url), text: effectsDoc() },
  { url: new URL('../../docs/realtime.md', import.meta.url), text: realtimeDoc() },
]

/**
 * Everything that `npm run agree` writes. `faults`: changes that break stored events, other systems or built views;
 * with a fault nothing may be written.
 */
export const generatedFiles = (): {
  readonly faults: readonly string[]
  readonly files: readonly GeneratedFile[]
} => {
  const events = goldenSample('events', eventSchemas)
  const published = Object.entries(events.samples).flatMap(
    ([type, data]) => toPublicEvent({ type, data }) ?? [],
  )
  const open = goldenSample(
    'public',
    publicEventSchemas,
    (type) => published.find((event) => event.type === type)?.data as Data | undefined,
  )
  const prints = Object.fromEntries(
    Object.values(projections).map((view) => [view.name, printOf(view, events)]),
  )
  const values = [...events.files, ...open.files, { url: VIEW_PRINTS, value: prints }]
  return {
    faults: [
      ...Object.values(RECORDS).flatMap(recordFaults),
      ...events.faults,
      ...open.faults,
      ...staleVersions(agreedPrints(), prints, events.added),
    ],
    files: [
      ...values.map(({ url, value }) => ({ url, text: `${JSON.stringify(value, null, 2)}\n` })),
      { url: ASYNCAPI_FILE, text: asyncapiText(open.samples) },
      ...generatedDocs(),
    ],
  }
}

/** Writes each file. */
export const writeFiles = (files: readonly GeneratedFile[]): void => {
  for (const { url, text } of files) writeFileSync(url, text)
}

/** A sentence for each file that is missing or has another text. */
export const staleFiles = (files: readonly GeneratedFile[]): string[] =>
  files
    .filter(({ url, text }) => !existsSync(url) || readFileSync(url, 'utf8') !== text)
    .map(({ url }) => `${relative(process.cwd(), fileURLToPath(url))} is stale: run npm run agree`)
