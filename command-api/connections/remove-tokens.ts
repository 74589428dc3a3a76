import type { AreaDeps } from '../deps.js'
import { consequence } from '../kernel/consequence.js'
import { removeTokens as removeFromVault } from './api-tokens.js'

/** The vault forgets tokens that were replaced or revoked, and that of a deleted connection. */
export const removeTokens = consequence<Pick<AreaDeps, 'vault'>>({
  name: 'remove-tokens',
  group: 'cascade',
  atOnce: true,
  on: {
    'connection.token-made.v1': ({ data }, _work, { vault }) => removeFromVault(vault, [data.formerId]),
    'connection.token-revoked.v1': ({ data }, _work, { vault }) => removeFromVault(vault, [data.tokenId]),
    'connection.deleted.v1': ({ data }, _work, { vault }) => removeFromVault(vault, [data.tokenId]),
  },
})
