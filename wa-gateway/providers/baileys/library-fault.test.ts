import { describe, expect, it } from '@jest/globals'
import { decodeMessageNode, makeEventBuffer } from '@whiskeysockets/baileys'
import { silentEngineLogger } from '../../simulator/log.js'
import { isLibraryFault } from './library-fault.js'

const caughtError = async (work: () => unknown): Promise<unknown> => {
  try {
    await work()
  } catch (failure) {
    return failure
  }
  throw new Error('nothing was thrown')
}

const withStack = (...frames: string[]): Error => {
  const failure = new Error('fetch failed')
  failure.stack = ['TypeError: fetch failed', ...frames.map((frame) => `    at ${frame}`)].join('\n')
  return failure
}

const NODE = 'async fetch (node:internal/deps/undici/undici:14900:13)'
const BOOM = 'new Boom (/srv/guiche/node_modules/@hapi/boom/lib/index.js:71:9)'
const LIBRARY =
  'async getStream (file:///srv/guiche/node_modules/@whiskeysockets/baileys/lib/Utils/media.js:300:22)'
const SIGNAL = 'async SessionCipher.encrypt (/srv/guiche/node_modules/libsignal/src/session_cipher.js:40:9)'
const OURS = 'async take (file:///srv/guiche/wa-gateway/dist/providers/baileys/session.js:120:7)'

describe('an unhandled rejection', () => {
  it('belongs to the library if thrown there', async () => {
    const failure = await caughtError(() => decodeMessageNode({ tag: 'message', attrs: {} }, '', ''))
    expect(isLibraryFault(failure)).toBe(true)
  })

  it('belongs to us if our code threw it, although the library called', async () => {
    const events = makeEventBuffer(silentEngineLogger)
    events.on('call', () => {
      throw new Error('of our own')
    })
    const failure = await caughtError(() => events.emit('call', []))
    expect((failure as Error).stack).toMatch(/@whiskeysockets/)
    expect(isLibraryFault(failure)).toBe(false)
  })

  it.each([
    ['the library, below Node', [NODE, LIBRARY, OURS], true],
    ['the library, below another package', [BOOM, LIBRARY], true],
    ['its encryption', [SIGNAL, LIBRARY], true],
    ['us, below Node', [NODE, OURS, LIBRARY], false],
    ['Node alone', [NODE], false],
    ['another package alone', [BOOM], false],
    ['nobody: there are no frames', [], false],
  ])('belongs to %s', (_whose, frames, expected) => {
    expect(isLibraryFault(withStack(...frames))).toBe(expected)
  })

  it('belongs to us if it is no Error object', () => {
    expect(isLibraryFault('libsignal/src/session_cipher.js:40:9')).toBe(false)
    expect(isLibraryFault(undefined)).toBe(false)
  })
})
