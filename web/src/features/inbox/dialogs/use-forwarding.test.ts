import { readFile } from 'node:fs/promises'
import type { MessageRecord } from '@guiche/contracts/views/records.js'
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals'
import i18next from 'i18next'
import type { ApiError } from '../../../api/errors.js'
import type { Forwarding } from './use-forwarding.js'

jest.unstable_mockModule('../../../i18n/i18n.js', () => ({ currentLanguage: () => 'pt' }))
const { forwardingsOf, forwardAll } = await import('./use-forwarding.js')

beforeAll(() => void jest.useFakeTimers())
afterAll(() => void jest.useRealTimers())

const messages = [{ id: 'm1' }, { id: 'm2' }] as unknown as readonly MessageRecord[]
const ERRANDS = forwardingsOf(messages, [
  { id: 1, name: 'Ana' },
  { id: 2, name: 'Bia' },
])
const namesOf = (forwardings: readonly Forwarding[]) =>
  forwardings.map(({ message, contact, state }) => `${message.id} ${contact.name} ${state}`)
const apiError = (status: number): ApiError => ({ status, code: 'ERR_CONTACT_BLOCKED' })

/** Forwards messages; those with an error in `answer` fail. Gives the sent keys, and the final states. */
const forwardMessages = async (
  forwardings: readonly Forwarding[],
  answer: (nth: number) => ApiError | undefined = () => undefined,
  isStopped: (sent: number) => boolean = () => false,
) => {
  const keys: string[] = []
  let shown: readonly Forwarding[] = []
  const going = forwardAll(forwardings, {
    send: async ({ key }) => {
      keys.push(key)
      return answer(keys.length)
    },
    isStopped: () => isStopped(keys.length),
    show: (now) => {
      shown = now
    },
  })
  await jest.runAllTimersAsync()
  const done = await going
  expect(shown).toBe(done)
  return { keys, done }
}

it('all messages go to the first contact, then to the next, each by a key of its own', async () => {
  const { keys, done } = await forwardMessages(ERRANDS)
  expect(namesOf(done)).toEqual(['m1 Ana sent', 'm2 Ana sent', 'm1 Bia sent', 'm2 Bia sent'])
  expect(new Set(keys).size).toBe(4)
})

it('when it is stopped the rest waits, and goes on from there; nothing goes twice', async () => {
  const first = await forwardMessages(ERRANDS, undefined, (sent) => sent === 1)
  expect(namesOf(first.done)).toEqual(['m1 Ana sent', 'm2 Ana waiting', 'm1 Bia waiting', 'm2 Bia waiting'])
  const rest = await forwardMessages(first.done)
  expect([...first.keys, ...rest.keys]).toEqual(ERRANDS.map(({ key }) => key))
  expect(rest.done.every(({ state }) => state === 'sent')).toBe(true)
})

it('a failed message is reported and delays no other; its retry has the same key', async () => {
  const { done } = await forwardMessages(ERRANDS, (nth) => (nth === 2 ? apiError(409) : undefined))
  expect(done.map(({ state }) => state)).toEqual(['sent', 'failed', 'sent', 'sent'])
  expect(done[1]?.why).not.toBe('')
  const again = await forwardMessages(done)
  expect(again.keys).toEqual([ERRANDS[1]?.key])
  expect(again.done[1]).toMatchObject({ state: 'sent', why: '' })
})

it('offline it stops at once, and the remaining messages wait', async () => {
  const { keys, done } = await forwardMessages(ERRANDS, () => apiError(0))
  expect([keys.length, done.map(({ state }) => state)]).toEqual([
    1,
    ['failed', 'waiting', 'waiting', 'waiting'],
  ])
})

it('between two of them lies a pause, in which it can be stopped', async () => {
  let sent = 0
  let stopped = false
  const going = forwardAll(ERRANDS, {
    send: async () => {
      sent += 1
      return undefined
    },
    isStopped: () => stopped,
    show: () => undefined,
  })
  const after = async (ms: number) => {
    await jest.advanceTimersByTimeAsync(ms)
    return sent
  }
  expect([await after(0), await after(899), await after(1)]).toEqual([1, 1, 2])
  stopped = true
  await jest.runAllTimersAsync()
  expect((await going).filter(({ state }) => state === 'waiting').length).toBe(2)
  expect(sent).toBe(2)
})

it('a contact of another agent is reported with the agent, or with the queue in which it waits', async () => {
  const texts = await readFile(new URL('../texts/pt.json', import.meta.url), 'utf8')
  await i18next.init({ lng: 'pt', resources: { pt: { inbox: JSON.parse(texts) } } })
  const details = { id: 7, uuid: 'u', userId: null, user: { name: '' }, queue: { name: 'Suporte' } }
  const { done } = await forwardMessages(ERRANDS.slice(0, 1), () => ({
    status: 409,
    code: 'ERR_OTHER_OPEN_TICKET',
    details: { ...details, reach: 'ask' },
  }))
  expect(done[0]?.why).toBe('Este contato já tem um atendimento à espera (fila Suporte).')
})
