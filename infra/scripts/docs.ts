import { writeFile } from 'node:fs/promises'
import { eventsDoc } from '../openapi/events-doc.js'

/** `npm run docs`: writes what is generated from the contracts. */
await writeFile(new URL('../../docs/events.md', import.meta.url), eventsDoc())
