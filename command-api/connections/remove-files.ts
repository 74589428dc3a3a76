import { streams } from '@guiche/contracts/streams.js'
import type { AreaDeps } from '../deps.js'
import { removeFormerFiles } from '../files/former-files.js'
import { consequence } from '../kernel/consequence.js'
import { connectionsDecider } from './decide.js'

/** The files of a deleted connection are removed. */
export const removeFiles = consequence<Pick<AreaDeps, 'kernel' | 'blobs'>>({
  name: 'remove-files',
  group: 'cascade',
  atOnce: true,
  on: {
    'connection.deleted.v1': async ({ companyId, data: { connectionId } }, _work, { kernel, blobs }) => {
      const { state } = await kernel.load(connectionsDecider, streams.connections(companyId))
      await removeFormerFiles(blobs, state.formerFiles, connectionId)
    },
  },
})
