import { readFileSync, writeFileSync } from 'node:fs'
import { narrowings, type Schema } from '@guiche/contracts/events/additive.js'
import { eventSchemas } from '@guiche/contracts/events/index.js'
import { publicEventSchemas } from '@guiche/contracts/public/index.js'

/**
 * Writes what the event types, ours and the public ones, look like now into golden/schemas.json, unless a type changed
 * by more than additions.
 */
const AGREED = [
  { file: new URL('../../contracts/events/golden/schemas.json', import.meta.url), schemas: eventSchemas },
  {
    file: new URL('../../contracts/public/golden/schemas.json', import.meta.url),
    schemas: publicEventSchemas,
  },
]

const read = ({ file, schemas }: (typeof AGREED)[number]) => ({
  file,
  agreed: JSON.parse(readFileSync(file, 'utf8')) as Record<string, Schema>,
  now: JSON.parse(JSON.stringify(schemas)) as Record<string, Schema>,
})

const all = AGREED.map(read)
const faults = all.flatMap(({ agreed, now }) =>
  Object.entries(agreed).flatMap(([type, before]) => {
    const after = now[type]
    return after === undefined
      ? [`${type} is gone`]
      : narrowings(before, after).map((fault) => `${type} ${fault}`)
  }),
)
if (faults.length > 0) {
  for (const fault of faults) process.stderr.write(`${fault}\n`)
  process.exit(1)
}
for (const { file, now } of all) writeFileSync(file, `${JSON.stringify(now, null, 2)}\n`)
