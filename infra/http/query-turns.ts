import { setImmediate as nextRound } from 'node:timers/promises'
import type { Caller } from '@guiche/contracts/permissions.js'
import type { Response } from 'express'
import { createTurns } from '../turns.js'
import type { Answer } from './route.js'

/** What a caller waits for. */
type Waiting = Pick<Response, 'destroyed' | 'once'>

/** Answers a query of a caller in their turn. Null where the caller has gone meanwhile: nothing is read for nobody. */
export type QueryTurns = (
  caller: Pick<Caller, 'companyId' | 'userId'>,
  response: Waiting,
  handle: () => Promise<Answer>,
) => Promise<Answer | null>

interface Most {
  readonly ofUser: number
  readonly ofCompany: number
}
/**
 * Queries under way at once. A browser asks six things at once; a search that takes long must not stop a whole office.
 */
const QUERIES: Most = { ofUser: 6, ofCompany: 24 }
/** A CSV file is read for as long as it is sent, so it takes more than any other answer. */
const FILES: Most = { ofUser: 1, ofCompany: 2 }

const limited = ({ ofUser, ofCompany }: Most) => {
  const companies = createTurns({ atOnce: Number.POSITIVE_INFINITY, perCompany: ofCompany })
  // turns tell users apart as they tell companies apart: by their ids
  const users = createTurns({ atOnce: Number.POSITIVE_INFINITY, perCompany: ofUser })
  return ({ companyId, userId }: Pick<Caller, 'companyId' | 'userId'>, task: () => Promise<void>) =>
    users({ companyId: userId, later: false }, () => companies({ companyId, later: false }, task))
}

/** A reader that has stopped reading costs nothing more and keeps nobody waiting for longer, in ms. */
const LONGEST_TURN_MS = 30_000

/** Until the file is sent, what it was to be sent by has ended otherwise, or its reader is slow. */
const untilSent = (answer: Answer, response: Waiting): Promise<void> =>
  new Promise((resolve) => {
    const stream = answer.ok ? answer.value.stream : undefined
    if (stream === undefined || stream.destroyed || response.destroyed) return resolve()
    const timer = setTimeout(resolve, LONGEST_TURN_MS)
    for (const sent of [stream, response]) {
      sent.once('close', () => {
        clearTimeout(timer)
        resolve()
      })
    }
  })

/**
 * Turns of this process's queries, which share one thread: without turns, one company's thousand parallel requests
 * would delay everybody else. `csv`: the turn lasts until the file is sent, or its reader has gone or is slow.
 */
export const createQueryTurns = (): ((csv: boolean) => QueryTurns) => {
  const [queries, files] = [limited(QUERIES), limited(FILES)]
  return (csv) => (caller, response, handle) =>
    new Promise((resolve, reject) => {
      const task = async (): Promise<void> => {
        // without a pause each end would begin the next at once, and new requests would wait until all had ended
        await nextRound()
        const answer = response.destroyed ? null : await handle()
        resolve(answer)
        if (csv && answer !== null) await untilSent(answer, response)
      }
      ;(csv ? files : queries)(caller, task).catch(reject)
    })
}
