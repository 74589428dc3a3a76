import { writeFileSync } from 'node:fs'
import { eventSchemas } from '@guiche/contracts/events/index.js'
import { publicEventSchemas } from '@guiche/contracts/public/index.js'
import { toPublicEvent } from '@guiche/contracts/public/to-public.js'
import { projections } from '@guiche/projector/views/index.js'
import { ASYNCAPI, asyncapiText } from './asyncapi.js'
import { type Data, golden } from './golden.js'
import { agreedPrints, printOf, staleVersions, VIEW_PRINTS } from './view-prints.js'

/**
 * `npm run agree`: writes what follows from the contracts and from the folds of the views: a sample of each new event,
 * the schemas of all (of the public ones: docs/asyncapi.yaml), the fingerprints of the views, and what `npm run docs` writes. Where a schema changed by more than
 * additions, or a view without a new version, it says so and writes nothing.
 */
const events = golden('events', eventSchemas)
const published = Object.entries(events.samples).flatMap(
  ([type, data]) => toPublicEvent({ type, data }) ?? [],
)
const open = golden(
  'public',
  publicEventSchemas,
  (type) => published.find((event) => event.type === type)?.data as Data | undefined,
)
const prints = Object.fromEntries(
  Object.values(projections).map((view) => [view.name, printOf(view, events)]),
)
const faults = [...events.faults, ...open.faults, ...staleVersions(agreedPrints(), prints, events.added)]
if (faults.length > 0) {
  for (const fault of faults) process.stderr.write(`${fault}\n`)
  process.exit(1)
}
for (const { url, value } of [...events.files, ...open.files, { url: VIEW_PRINTS, value: prints }]) {
  writeFileSync(url, `${JSON.stringify(value, null, 2)}\n`)
}
// It quotes the samples, so these are written first.
writeFileSync(ASYNCAPI, asyncapiText())
await import('./docs.js')
