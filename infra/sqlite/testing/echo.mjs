// Worker for tests: says what it was asked.
import { workerData } from 'node:worker_threads'
import { serve } from '../serve.mjs'

if (workerData.prefix === 'broken') throw new Error('cannot start')

serve({
  handle: (requests) => {
    if (requests.includes('throw')) throw new Error('thrown')
    if (requests.includes('die')) process.exit(1)
    return requests.map((request) => {
      if (request === 'size') return requests.length
      return request === 'fail' ? new Error('failed') : `${workerData.prefix}${request}`
    })
  },
  close: () => {},
})
