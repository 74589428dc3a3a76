import { streams } from '@guiche/contracts/streams.js'
import type { UserDoc } from '@guiche/contracts/views/directory.js'
import type { AreaDeps } from '../deps.js'
import { consequence, type Work } from '../kernel/consequence.js'
import { usersOf } from './company-users.js'
import { type UserCommand, userDecider } from './decide.js'

type Needs = Pick<AreaDeps, 'documents'>
type UnlinkCommand = Extract<UserCommand, { kind: 'unlink-queue' | 'unlink-connection' }>

const unlinkAll = async (
  companyId: number,
  work: Work,
  { documents }: Needs,
  isLinked: (user: UserDoc) => boolean,
  unlink: UnlinkCommand,
): Promise<void> => {
  await work.shown('users')
  for (const user of (await usersOf(documents, companyId)).filter(isLinked))
    await work.command(userDecider, streams.user(user.userId), unlink)
}

/** Users lose a deleted queue or connection. */
export const unlinkUsers = consequence<Needs>({
  name: 'unlink-users',
  group: 'cascade',
  atOnce: true,
  harmless: ['ERR_NO_USER_FOUND'],
  on: {
    'queue.deleted.v1': ({ companyId, data: { queueId } }, work, needs) =>
      unlinkAll(companyId, work, needs, ({ queueIds }) => queueIds.includes(queueId), {
        kind: 'unlink-queue',
        queueId,
      }),
    'connection.deleted.v1': ({ companyId, data: { connectionId } }, work, needs) =>
      unlinkAll(companyId, work, needs, (user) => user.connectionId === connectionId, {
        kind: 'unlink-connection',
        connectionId,
      }),
  },
})
