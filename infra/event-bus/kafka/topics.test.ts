import { TOPICS } from '@guiche/contracts/bus/topics.js'
import { expect, it } from '@jest/globals'
import kafkajs, { type Admin } from 'kafkajs'
import { isTopicMissing, makeMissing } from './topics.js'

/** The error that kafkajs creates for an error code. Its types lack some fields. */
const kafkaError = (type: string) =>
  new kafkajs.KafkaJSProtocolError({ message: type, type, retriable: true } as unknown as Error)
/** The error of a send after its last retry. */
const givenUp = (failure: Error) =>
  new kafkajs.KafkaJSNumberOfRetriesExceeded(failure, { retryCount: 5, retryTime: 1000 })

it('a missing topic is recognised, also in a retried send; other faults are not mistaken for it', () => {
  const missing = kafkaError('UNKNOWN_TOPIC_OR_PARTITION')
  expect(isTopicMissing(missing)).toBe(true)
  expect(isTopicMissing(givenUp(missing))).toBe(true)
  expect(isTopicMissing(givenUp(kafkaError('NOT_LEADER_FOR_PARTITION')))).toBe(false)
  expect(isTopicMissing(new Error('the connection was closed'))).toBe(false)
})

it('missing topics are created; without missing topics no request is made', async () => {
  const there = [`own.${TOPICS.changes}`, TOPICS.reports]
  const made: string[][] = []
  const admin: Pick<Admin, 'listTopics' | 'createTopics'> = {
    listTopics: async () => there,
    createTopics: async ({ topics }) => {
      const names = topics.map(({ topic }) => topic)
      made.push(names)
      there.push(...names)
      return true
    },
  }
  const topics = [TOPICS.changes, TOPICS.reports]
  for (let looks = 0; looks < 2; looks++) await makeMissing(admin, 'own.', topics)
  expect(made).toEqual([[`own.${TOPICS.reports}`]])
})
