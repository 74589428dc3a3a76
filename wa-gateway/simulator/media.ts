import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createCertificate } from '@guiche/infra/certificate.js'
import { getMediaKeys, type MediaType } from '@whiskeysockets/baileys'

const MAX_BYTES = 100 * 1024 * 1024
const MAC_BYTES = 10

/** A file as a message refers to it. */
export type MediaReference = {
  url: string
  directPath: string
  mediaKey: Buffer
  fileSha256: Buffer
  fileEncSha256: Buffer
  fileLength: number
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest()

const isName = (name: string) => /^[0-9a-f]{64}$/.test(name)

/** Stores encrypted files: in a folder if there is one, else in memory. */
const createShelf = (folder: string | undefined) => {
  const kept = new Map<string, Buffer>()
  return {
    async put(bytes: Buffer): Promise<string> {
      const name = sha256(bytes).toString('hex')
      if (!folder) kept.set(name, bytes)
      else {
        await mkdir(folder, { recursive: true })
        await writeFile(join(folder, name), bytes)
      }
      return `/v/${name}`
    },
    async get(path: string): Promise<Buffer | undefined> {
      const name = path.slice('/v/'.length).split('?')[0] ?? ''
      if (!path.startsWith('/v/') || !isName(name)) return undefined
      if (!folder) return kept.get(name)
      return readFile(join(folder, name)).catch(() => undefined)
    },
  }
}

type Options = {
  host: string
  port: number
  lastPort?: number | undefined
  folder: string | undefined
  pictureOf(number: string): Buffer | undefined
}

/**
 * The media host: accepts and serves encrypted files over HTTPS, with a certificate that it creates at the start. Clients must
 * trust `ca` (PEM).
 */
export const startMediaHost = async ({ host, port, lastPort, folder, pictureOf }: Options) => {
  const { key, certificate } = createCertificate(host)
  const shelf = createShelf(folder)
  const lost = new Set<string>()
  const server: Server = createServer({ key, cert: certificate }, (request, response) => {
    const path = request.url ?? '/'
    const answer = (status: number, body: Buffer | string, type = 'application/octet-stream') => {
      response
        .writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) })
        .end(body)
    }
    if (request.method === 'POST') {
      const chunks: Buffer[] = []
      let size = 0
      request.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > MAX_BYTES) request.destroy()
        else chunks.push(chunk)
      })
      request.on('end', async () => {
        const directPath = await shelf.put(Buffer.concat(chunks))
        answer(
          200,
          JSON.stringify({ url: `https://${address}${directPath}`, direct_path: directPath }),
          'application/json',
        )
      })
      return
    }
    const picture = path.startsWith('/picture/') ? pictureOf(path.slice(9).split('?')[0] ?? '') : undefined
    if (picture) return answer(200, picture, 'image/jpeg')
    const file = lost.has(path.split('?')[0] ?? '') ? Promise.resolve(undefined) : shelf.get(path)
    void file.then((bytes) => (bytes ? answer(200, bytes) : answer(404, 'not found', 'text/plain')))
  })
  const listen = (wanted: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(wanted, host, () => {
        server.off('error', reject)
        resolve()
      })
    })
  // Messages contain the port of the media host, so the port of the last run is taken again if free.
  if (port === 0 && lastPort) await listen(lastPort).catch(() => listen(0))
  else await listen(port)
  const address = `${host}:${(server.address() as AddressInfo).port}`

  return {
    address,
    port: (server.address() as AddressInfo).port,
    ca: certificate,
    /** Encrypts and stores a file. Gives the fields of a message with this file. */
    async put(bytes: Buffer, type: MediaType): Promise<MediaReference> {
      const mediaKey = randomBytes(32)
      const { iv, cipherKey, macKey } = await getMediaKeys(mediaKey, type)
      const cipher = createCipheriv('aes-256-cbc', cipherKey, iv)
      const sealed = Buffer.concat([cipher.update(bytes), cipher.final()])
      const mac = createHmac('sha256', macKey ?? Buffer.alloc(0))
        .update(iv)
        .update(sealed)
        .digest()
        .subarray(0, MAC_BYTES)
      const whole = Buffer.concat([sealed, mac])
      const directPath = await shelf.put(whole)
      return {
        url: `https://${address}${directPath}`,
        directPath,
        mediaKey,
        fileSha256: sha256(bytes),
        fileEncSha256: sha256(whole),
        fileLength: bytes.length,
      }
    },
    /** Gives a decrypted file; undefined if absent. Throws if the key is wrong. */
    async get(directPath: string, mediaKey: Uint8Array, type: MediaType): Promise<Buffer | undefined> {
      const whole = await shelf.get(directPath)
      if (!whole) return undefined
      const { iv, cipherKey } = await getMediaKeys(Buffer.from(mediaKey), type)
      const decipher = createDecipheriv('aes-256-cbc', cipherKey, iv)
      const end = whole.length - MAC_BYTES
      return Buffer.concat([decipher.update(whole.subarray(0, end)), decipher.final()])
    },
    /** Makes the host answer 404 for a file, as for expired files. The phone still has the file. */
    lose: (directPath: string): void => void lost.add(directPath),
    /** The phone uploads an expired file again on request. */
    restore: (directPath: string): void => void lost.delete(directPath),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export type MediaHost = Awaited<ReturnType<typeof startMediaHost>>
