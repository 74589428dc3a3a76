import { once } from 'node:events'
import { createServer as createPlainServer, type RequestListener, type Server } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { createCertificate } from '@guiche/infra/certificate.js'
import { afterEach, describe, expect, it } from '@jest/globals'
import type { proto } from '@whiskeysockets/baileys'
import { type Dispatcher, fetch as fetchBy } from 'undici'
import { createDownloads, fileOf, type KeptFile } from './downloads.js'
import { createMediaTransport, type MediaTransport } from './media-transport.js'

const mediaKey = Buffer.alloc(32, 7)
const keptWith = (message: proto.IMessage): KeptFile => {
  const file = fileOf({ key: { id: '3EB0A1' }, message }, 1, '3EB0A1')
  if (file === null) throw new Error('a message without a file')
  return file
}
const imageFile = (where: proto.Message.IImageMessage): KeptFile =>
  keptWith({ imageMessage: { mediaKey, ...where } })

/** Downloads with a phone that uploads a file again at `renewed`. */
const downloadsOn = (
  transport: Pick<MediaTransport, 'allows' | 'dispatcher'>,
  renewed = '',
  ended = new AbortController().signal,
) =>
  createDownloads({
    baileys: {
      DEFAULT_ORIGIN: 'https://web.whatsapp.com',
      getMediaKeys: async () => ({ iv: Buffer.alloc(16), cipherKey: Buffer.alloc(32) }),
    },
    socket: {
      profilePictureUrl: async () => undefined,
      updateMediaMessage: async ({ key }) => ({
        key,
        message: { imageMessage: { mediaKey, directPath: renewed } },
      }),
    },
    transport,
    ended,
    log: { info: () => undefined } as unknown as Parameters<typeof createDownloads>[0]['log'],
  })

describe('the file of a message', () => {
  it('has a key that differs by connection and by message id', () => {
    const message = { message: { imageMessage: { mediaKey, url: 'https://mmg.whatsapp.net/x' } } }
    const key = (connectionId: number, waId = '3EB0A1') => fileOf(message, connectionId, waId)?.key
    expect(key(1)).toMatch(/^[0-9a-f]{64}$/)
    expect(key(1)).toBe(key(1))
    expect(key(2)).not.toBe(key(1))
    expect(key(1, '3EB0A2')).not.toBe(key(1))
  })

  it('is absent if the message has none or is not stored', () => {
    expect(fileOf(null, 1, '3EB0A1')).toBeNull()
    expect(fileOf({ message: { conversation: 'olá' } }, 1, '3EB0A1')).toBeNull()
  })
})

describe('rule 12: the host of a file, which the sender names', () => {
  /** Requests to WhatsApp's hosts, none of which is sent. */
  const watched = () => {
    const asked: string[] = []
    const dispatch: Dispatcher['dispatch'] = ({ origin, path }) => {
      asked.push(`${origin}${path}`)
      throw new Error('not reached')
    }
    const { allows } = createMediaTransport(null)
    return { asked, downloads: downloadsOn({ allows, dispatcher: { dispatch } as Dispatcher }) }
  }
  const url = 'https://mmg.whatsapp.net/x'

  it.each(['.evil.example/x', ':444/x', '@evil/x', '//x', 'x'])(
    'is not changed by the path %s',
    async (directPath) => {
      const { asked, downloads } = watched()
      expect(await downloads.file(imageFile({ url, directPath }))).toBeNull()
      expect(await downloads.file(imageFile({ directPath }))).toBeNull()
      expect(asked).toEqual([])
    },
  )

  it.each([
    { url: 'https://evil.example/x' },
    { url: 'https://evil.example/x', directPath: '/v/x' },
    { url: 'https://169.254.169.254/latest' },
    {},
  ])('is refused as %j', async (where) => {
    const { asked, downloads } = watched()
    expect(await downloads.file(imageFile(where))).toBeNull()
    expect(asked).toEqual([])
  })

  it.each([
    [{ url }, url],
    [{ directPath: '/v/x?a=1' }, 'https://mmg.whatsapp.net/v/x?a=1'],
    [{ url: 'https://media.whatsapp.net/x', directPath: '/v/x' }, 'https://media.whatsapp.net/v/x'],
  ])('as %j gives the address %s', async (where, address) => {
    const { asked, downloads } = watched()
    await expect(downloads.file(imageFile(where))).rejects.toThrow()
    expect(asked).toEqual([address])
  })

  it('decides which of two files in one message is fetched: the one with an allowed host', async () => {
    const { asked, downloads } = watched()
    const videoMessage = { mediaKey, url: 'https://evil.example/x' }
    const both = keptWith({ videoMessage, imageMessage: { mediaKey, url } })
    await expect(downloads.file(both)).rejects.toThrow()
    expect(asked).toEqual([url])
  })
})

describe('a media host', () => {
  const open: Server[] = []
  const listen = async (server: Server): Promise<string> => {
    open.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return `127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  afterEach(() =>
    Promise.all(
      open.splice(0).map((one) => {
        one.closeAllConnections()
        return new Promise((resolve) => one.close(resolve))
      }),
    ),
  )

  /** A media host with this response, and the routes to it. */
  const hostThat = async (answer: RequestListener) => {
    const { key, certificate } = createCertificate('127.0.0.1')
    const host = await listen(createServer({ key, cert: certificate }, answer))
    const transport = createMediaTransport({ url: `wss://${host}/ws`, ca: certificate })
    return { url: `https://${host}/x`, transport }
  }
  /** A server on the same machine that is not allowed. */
  const inside = async () => {
    const asked: (string | undefined)[] = []
    const server = createPlainServer((request, response) => {
      asked.push(request.url)
      response.end('secret')
    })
    return { asked, url: `http://${await listen(server)}/secret` }
  }

  it('rule 12: cannot redirect to a host that is not allowed', async () => {
    const { asked, url: secret } = await inside()
    const { url, transport } = await hostThat((_, response) =>
      response.writeHead(302, { location: secret }).end(),
    )
    await expect(downloadsOn(transport).file(imageFile({ url }))).rejects.toThrow('fetch failed')
    // The WhatsApp library uses the platform's fetch.
    await expect(fetch(url, { dispatcher: transport.dispatcher } as unknown as RequestInit)).rejects.toThrow(
      'fetch failed',
    )
    await expect(fetchBy(url, { dispatcher: transport.dispatcher })).rejects.toThrow('fetch failed')
    expect(asked).toEqual([])
    await transport.close()
  })

  it('may redirect to another address of its own', async () => {
    const { url, transport } = await hostThat(({ url: path }, response) =>
      path === '/x' ? response.writeHead(302, { location: '/y' }).end() : response.end('found'),
    )
    expect(
      await (await fetch(url, { dispatcher: transport.dispatcher } as unknown as RequestInit)).text(),
    ).toBe('found')
    await transport.close()
  })

  it('rule 12: is not asked for a renewed file at a path that makes another host', async () => {
    const paths: (string | undefined)[] = []
    const { url, transport } = await hostThat((request, response) => {
      paths.push(request.url)
      response.writeHead(410).end()
    })
    expect(await downloadsOn(transport, '.evil.example/x').file(imageFile({ url }))).toBeNull()
    expect(paths).toEqual(['/x'])
    await transport.close()
  })

  it('that cuts a file off makes only that download fail', async () => {
    const { url, transport } = await hostThat((_, response) => {
      response.writeHead(200, { 'content-length': 100_000 })
      response.write(Buffer.alloc(1_600), () => response.destroy())
    })
    const content = await downloadsOn(transport).file(imageFile({ url }))
    if (content === null) throw new Error('its host is not allowed')
    await expect(buffer(content)).rejects.toThrow('terminated')
    await transport.close()
  })

  it('that cuts off a download of the library ends no process; the received part is used', async () => {
    const { url, transport } = await hostThat((_, response) => {
      response.writeHead(200, { 'content-length': 100_000 })
      response.write(Buffer.alloc(1_600), () => response.destroy())
    })
    const by = { dispatcher: transport.libraryDispatcher } as unknown as RequestInit
    expect((await (await fetch(url, by)).arrayBuffer()).byteLength).toBe(1_600)
    await expect(fetch(url.replace(/:\d+/, ':1'), by)).rejects.toThrow('fetch failed')
    await transport.close()
  })

  it.each(['while', 'before'])('is left alone when the session ends %s its file is read', async (when) => {
    let left: () => void = () => undefined
    const alone = new Promise<void>((resolve) => {
      left = resolve
    })
    const { url, transport } = await hostThat((_, response) => {
      response.once('close', left)
      response.writeHead(200, { 'content-length': 100_000 })
      response.write(Buffer.alloc(1_600))
    })
    const session = new AbortController()
    const content = await downloadsOn(transport, '', session.signal).file(imageFile({ url }))
    if (content === null) throw new Error('its host is not allowed')
    if (when === 'while') await once(content, 'readable')
    session.abort(new Error('the line has ended'))
    await alone
    await expect(buffer(content)).rejects.toMatchObject({ name: 'AbortError' })
    await transport.close()
  })

  it('that refuses a file is logged', async () => {
    const { url, transport } = await hostThat((_, response) => response.writeHead(500).end())
    await expect(downloadsOn(transport).file(imageFile({ url }))).rejects.toThrow(
      'the media host answers 500',
    )
    await transport.close()
  })
})
