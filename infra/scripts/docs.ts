import { writeFile } from 'node:fs/promises'
import { eventsDoc } from '../openapi/events-doc.js'
import { realtimeDoc } from '../openapi/realtime-doc.js'

/** `npm run docs`: writes the documents that are generated from the contracts and that nothing is compared with. */
await writeFile(new URL('../../docs/events.md', import.meta.url), eventsDoc())
await writeFile(new URL('../../docs/realtime.md', import.meta.url), realtimeDoc())
