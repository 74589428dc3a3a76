import { setTimeout as pause } from 'node:timers/promises'
import type { MailRecord } from '@guiche/contracts/routes/mails.js'
import type { Mail, MailOutcome } from '@guiche/infra/mail/mailer.js'
import { createSerialQueue } from '@guiche/infra/serial-queue.js'
import { tempDir } from '@guiche/infra/testing/temp-dir.js'
import { until } from '@guiche/infra/testing/until.js'
import { createEmbeddedVault } from '@guiche/infra/vault/embedded.js'
import type { Vault } from '@guiche/infra/vault/vault.js'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { silentLogger } from '../testing/store.js'
import { createMails, unsentLetters } from './mails.js'
import type { BackgroundWork } from './running.js'

let folder: Awaited<ReturnType<typeof tempDir>>
let vault: Vault
let running: BackgroundWork[] = []
beforeEach(async () => {
  folder = await tempDir()
  vault = await createEmbeddedVault({ dir: folder.dir, secretKey: Buffer.alloc(32, 3) })
})
afterEach(async () => {
  for (const one of running) await one.stop()
  running = []
  await vault.close()
  await folder.remove()
})

const LETTER = { to: 'caio@guiche.test', subject: 'Olá', text: 'text', html: '<p>text</p>', until: null }

/** Mails over the test's vault. The mail server gives the given answers. */
const mailsBy = (answer: (mail: Mail) => MailOutcome | Promise<MailOutcome>) => {
  let ahead = 0
  const counts = { ref: 'password/before' }
  const sent: Mail[] = []
  const mailer = {
    send: async (mail: Mail) => {
      sent.push(mail)
      return answer(mail)
    },
  }
  const clock = { now: () => new Date(Date.now() + ahead) }
  const open = () => {
    const deps = {
      vault,
      clock,
      logger: silentLogger,
      exclusively: createSerialQueue(),
      running,
      mailer,
      // the stream of the user whose password the letter contains
      kernel: { load: async () => ({ state: { passwordRef: counts.ref } }) } as never,
    }
    const mails = createMails(deps)
    for (const one of running) one.start()
    return mails
  }
  const left = (): Promise<MailRecord[]> => unsentLetters(vault, clock.now())
  const leftIn = async (state: MailRecord['state']): Promise<MailRecord> => {
    for (;;) {
      const found = (await left()).find((mail) => mail.state === state)
      if (found !== undefined) return found
      await pause(2)
    }
  }
  return {
    ...{ mails: open(), open, sent, left, leftIn, counts },
    advance: (ms: number) => {
      ahead += ms
    },
  }
}
const refusedMail = (failed: string, forGood: boolean): MailOutcome => ({ failed, forGood })

describe('a mail that the server does not take', () => {
  it('waits where the super user sees it, and leaves once the server takes it, under the same identity', async () => {
    let outcome: MailOutcome = refusedMail('ECONNECTION', false)
    const { mails, sent, left, leftIn, advance } = mailsBy(() => outcome)
    await mails.add(7, LETTER)
    expect(await leftIn('waiting')).toMatchObject({ to: LETTER.to, reason: 'ECONNECTION' })
    outcome = 'sent'
    advance(6_000)
    await mails.add(7, { ...LETTER, to: 'bia@guiche.test' })
    await until(() => sent.length === 3)
    while ((await left()).length > 0) await pause(2)
    expect(sent.filter(({ to }) => to === LETTER.to).map(({ id }) => id)).toEqual([sent[0]?.id, sent[0]?.id])
  })

  it('is given up when the refusal is for good, and goes to the outbox', async () => {
    const { mails, sent, leftIn } = mailsBy(() => refusedMail('EENVELOPE 550', true))
    await mails.add(7, LETTER)
    const { html: _, ...letter } = LETTER
    expect(await leftIn('failed')).toMatchObject({ ...letter, reason: 'EENVELOPE 550' })
    expect(sent).toHaveLength(1)
  })

  it('is not tried behind the end of its link', async () => {
    const { mails, sent, leftIn } = mailsBy(() => refusedMail('ETIMEDOUT', false))
    await mails.add(7, { ...LETTER, until: new Date(Date.now() + 3000).toISOString() })
    expect(await leftIn('failed')).toMatchObject({ reason: 'ETIMEDOUT' })
    expect(sent).toHaveLength(1)
  })

  it('a failing mail delays no other mail', async () => {
    let answer = (_: MailOutcome): void => undefined
    const hanging = new Promise<MailOutcome>((resolve) => {
      answer = resolve
    })
    const { mails, sent } = mailsBy(({ to }) => (to === LETTER.to ? hanging : 'sent'))
    await mails.add(7, LETTER)
    await until(() => sent.length === 1)
    await mails.add(7, { ...LETTER, to: 'bia@guiche.test' })
    await until(() => sent.length === 2)
    answer('sent')
  })
})

describe('a mail that is held', () => {
  it('leaves when it is released, not when it is dropped, and by itself where its process has died', async () => {
    const { mails, open, sent, advance } = mailsBy(() => 'sent')
    const dropped = await mails.hold(7, { ...LETTER, subject: 'dropped' }, 60_000)
    const released = await mails.hold(7, { ...LETTER, subject: 'released' }, 60_000)
    await mails.hold(7, { ...LETTER, subject: 'forgotten' }, 60_000)
    await dropped.drop()
    await released.release()
    await until(() => sent.length === 1)
    for (const one of running.splice(0)) await one.stop()
    advance(61_000)
    open()
    await until(() => sent.length === 2)
    expect(sent.map(({ subject }) => subject)).toEqual(['released', 'forgotten'])
  })

  it('sends a password only if its event was written: not if the process died before', async () => {
    const { mails, open, sent, advance, counts } = mailsBy(() => 'sent')
    const password = { userId: 5, ref: 'password/new' }
    await mails.hold(7, { ...LETTER, subject: 'never counted', password }, 10_000)
    await mails.hold(7, { ...LETTER, subject: 'counts', password: { userId: 5, ref: counts.ref } }, 10_000)
    for (const one of running.splice(0)) await one.stop()
    advance(11_000)
    open()
    await until(() => sent.length === 1)
    expect(sent).toEqual([expect.objectContaining({ subject: 'counts' })])
    expect(sent[0]).not.toHaveProperty('password')
    // The letter is hidden meanwhile, and gone after the second poll.
    expect(await unsentLetters(vault, new Date())).toEqual([])
    await until(async () => (await waitingTries()).every((tries) => tries === 1))
    advance(6_000)
    await mails.add(7, { ...LETTER, subject: 'another' })
    await until(async () => (await vault.list('mail-queue/')).length === 0)
    expect(sent.map(({ subject }) => subject)).toEqual(['counts', 'another'])
  })
  const waitingTries = async (): Promise<number[]> => {
    const entries = await vault.getMany(await vault.list('mail-queue/'))
    return [...entries.values()].map(({ value }) => JSON.parse(value.toString()).tries)
  }
})
