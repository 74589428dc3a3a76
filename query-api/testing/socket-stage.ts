import { afterAll, afterEach, beforeAll } from '@jest/globals'
import { addCompanyData, type Ids, newContact, newTicket } from './company-data.js'
import { type Agent, type Desk, openDesk } from './desk.js'
import type { Socket } from './socket.js'

/**
 * Two companies; an agent and an administrator of the first one. Three tickets: the agent's own, one of another company, and
 * one of another agent.
 */
export interface SocketStage {
  desk: Desk
  ids: Ids
  agent: Agent
  admin: Agent
}

/** Sets up the stage of a suite and calls `use` before the first test. Sockets passed to `keep` are closed after their test. */
export const socketStage = (use: (stage: SocketStage) => void) => {
  let desk: Desk | undefined
  let opened: Socket[] = []
  beforeAll(async () => {
    desk = await openDesk()
    const ids = await addCompanyData(desk, 1)
    const foreign = await addCompanyData(desk, 2)
    const agent = await desk.signIn({ userId: ids.agent, companyId: 1 })
    const admin = await desk.signIn({ userId: ids.admin, companyId: 1 })
    await newContact(desk, 1, 1, 'Maria', '5511900000001')
    await newTicket(desk, ids, 1, 1, { status: 'open', userId: ids.agent, queueId: ids.sales })
    await newTicket(desk, foreign, 2, 2, { status: 'open', userId: foreign.agent })
    await newTicket(desk, ids, 3, 1, { status: 'open', userId: ids.stranger, queueId: ids.support })
    await desk.settled()
    use({ desk, ids, agent, admin })
  }, 60_000)
  afterEach(() => {
    for (const socket of opened) socket.close()
    opened = []
  })
  afterAll(() => desk?.close())
  return async (socket: Promise<Socket>): Promise<Socket> => {
    opened.push(await socket)
    return socket
  }
}
