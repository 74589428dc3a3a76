import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { type ProductProcess, removeData, startProductProcess } from './testing/product-process.js'

/** The started product refuses upgrades of clients that leave slowly, or without closing. */
describe('a refused upgrade', () => {
  let product: ProductProcess
  beforeEach(async () => {
    product = await startProductProcess()
  })
  afterEach(() => removeData(product.dataDir))

  /** A refused client that keeps its side of the connection open. */
  const refused = async () => {
    const { hostname, port } = new URL(product.url)
    const client = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
    client.on('error', () => {})
    client.write('GET /elsewhere HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
    const [answer] = await once(client, 'data')
    expect(String(answer)).toContain('404 Not Found')
    return client
  }

  it('never ends a process, however its client disconnects, and never delays its stop', async () => {
    for (let n = 0; n < 5; n++) {
      ;(await refused()).resetAndDestroy()
      expect((await fetch(`${product.url}/health/ready`)).status).toBe(200)
    }
    const staying = await refused()
    expect(await product.stop()).toBe(0)
    staying.destroy()
  })
})
