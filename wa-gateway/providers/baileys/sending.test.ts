import { ok, type Result } from '@guiche/contracts/result.js'
import { beforeAll, expect, it } from '@jest/globals'
import type { proto } from '@whiskeysockets/baileys'
import { silentLogger } from '../../logger.js'
import { createBridgeLogger } from './bridge-logger.js'
import { type Baileys, loadBaileys } from './load.js'
import { createSending } from './sending.js'

let baileys: Baileys
beforeAll(async () => {
  baileys = await loadBaileys(silentLogger)
})

it('a message is changed at the address it was sent to, whatever the number’s spelling in the conversation', async () => {
  const went = '558388887777@s.whatsapp.net'
  const relayed: (readonly [string, unknown])[] = []
  const { edit, revoke, react } = createSending({
    baileys,
    socket: {
      relayMessage: async (to, { protocolMessage, reactionMessage }) => {
        relayed.push([to, (protocolMessage ?? reactionMessage)?.key?.remoteJid])
        return ''
      },
      waitForMessage: async <T>() => ({ tag: 'ack', attrs: {} }) as T,
      waUploadToServer: async () => {
        throw new Error('nothing is uploaded')
      },
    },
    auth: { creds: baileys.initAuthCreds() },
    raws: { put: async () => undefined },
    log: createBridgeLogger(silentLogger, 2),
    stored: async (id): Promise<proto.IWebMessageInfo | null> =>
      id === 'KEPT' ? { key: { id, fromMe: true, remoteJid: went } } : null,
    attempt: async <T>(work: () => Promise<T>): Promise<Result<T, never>> => ok(await work()),
    takenMs: 1_000,
  })
  const written = '5583988887777@s.whatsapp.net'
  const target = (waId: string) => ({ waId, fromMe: true, remoteJid: written, participant: null })
  for (const change of [edit(target('KEPT'), 'x', '1'), revoke(target('KEPT'), '2')]) {
    expect(await change).toEqual(ok(null))
  }
  await react(target('KEPT'), '👍', '3')
  await revoke(target('NOT-KEPT'), '4')
  expect(relayed).toEqual([...Array(3).fill([went, went]), [written, written]])
})
