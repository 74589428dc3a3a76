import type { MessageRecord } from '@guiche/contracts/views/records.js'
import { expect, it } from '@jest/globals'
import { newMessage } from '../testing/company-data.js'
import { connectSocket, type Frame } from '../testing/socket.js'
import { type SocketStage, socketStage } from '../testing/socket-stage.js'

let stage = {} as SocketStage
const keep = socketStage((given) => {
  stage = given
})

it('a quote shows the text of another ticket to those alone who may open that, by GET and by frame', async () => {
  const { desk, ids, agent, admin } = stage
  // Ticket 3 of the contact is in a queue that the agent does not have.
  await newMessage(desk, ids, 30, 3, 1, 'a secret of support')
  await newMessage(desk, ids, 31, 1, 1, 'said to sales')
  await desk.settled()
  const sockets = [await keep(connectSocket(desk, agent)), await keep(connectSocket(desk, admin))]
  for (const socket of sockets) {
    socket.send('joinChatBox', { ticketId: 1 })
    await socket.settled()
  }
  await newMessage(desk, ids, 32, 1, 1, 'as I said to support', { quotes: 30 })
  await newMessage(desk, ids, 33, 1, 1, 'as I said here', { quotes: 31 })
  const isLast = ({ event, data }: Frame) =>
    event === 'company-1-appMessage' && data.message?.body === 'as I said here'
  for (const socket of sockets) await socket.waitFor(isLast)
  await desk.settled()

  const quotes = (messages: readonly MessageRecord[]) =>
    messages
      .filter(({ body }) => body.startsWith('as I said'))
      .map(({ quotedMsgId, quotedMsg }) => [quotedMsgId !== null, quotedMsg?.body ?? null])
  const framed = sockets.map(({ frames }) =>
    quotes(frames.flatMap(({ event, data }) => (event === 'company-1-appMessage' ? [data.message] : []))),
  )
  const read = await Promise.all(
    [agent, admin].map(async (who) => {
      const { body } = await desk.get<{ messages: MessageRecord[] }>(who, '/messages/1')
      return quotes(body.messages)
    }),
  )
  const found = await Promise.all(
    [agent, admin].map(async (who) => {
      const { body } = await desk.get<{ messages: MessageRecord[] }>(
        who,
        '/search/messages?searchParam=said to sup',
      )
      return quotes(body.messages)
    }),
  )
  const here = [true, 'said to sales']
  expect(framed).toEqual([
    [[true, null], here],
    [[true, 'a secret of support'], here],
  ])
  expect(read).toEqual(framed)
  expect(found).toEqual([[[true, null]], [[true, 'a secret of support']]])
})
