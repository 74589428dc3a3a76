import { writeFile } from 'node:fs/promises'
import { eventsDoc } from '../openapi/events-doc.js'
import { realtimeDoc } from '../openapi/realtime-doc.js'
import { asyncapiText } from './asyncapi.js'

/** `npm run docs`: writes what is generated from the contracts. */
await writeFile(new URL('../../docs/events.md', import.meta.url), eventsDoc())
await writeFile(new URL('../../docs/realtime.md', import.meta.url), realtimeDoc())
await writeFile(new URL('../../docs/asyncapi.yaml', import.meta.url), asyncapiText())
