import type { ExportRecord } from '@guiche/contracts/company/exports.js'
import { domainError } from '@guiche/contracts/errors.js'
import { PLATFORM_COMPANY } from '@guiche/contracts/records/record.js'
import { err, ok } from '@guiche/contracts/result.js'
import { exportRoutes } from '@guiche/contracts/routes/exports.js'
import { streams } from '@guiche/contracts/streams.js'
import type { Caller } from '@guiche/contracts/users/permissions.js'
import { answerFile } from '@guiche/infra/http/file-answer.js'
import { type Route, serving } from '@guiche/infra/http/route.js'
import { newSecretName } from '@guiche/infra/ids.js'
import type { AreaDeps } from '../../deps.js'
import { metaOf } from '../../kernel/meta.js'
import { type ExportState, exportDecider } from './decide.js'
import { progressOf } from './progress.js'

type Deps = Pick<AreaDeps, 'kernel' | 'vault' | 'blobs' | 'clock'>

/** Answers about the last export of a company. */
const createExports = ({ kernel, vault, clock }: Omit<Deps, 'blobs'>) => {
  const stateOf = async (companyId: number): Promise<ExportState | null> =>
    (await kernel.load(exportDecider, streams.export(companyId))).state

  const isOpen = ({ status, until }: ExportState): boolean =>
    status === 'done' && until !== null && Date.parse(until) > clock.now().getTime()

  const present = async (state: ExportState | null, caller: Caller): Promise<ExportRecord | null> => {
    if (state === null || state.status === 'deleted') return null
    const { exportId, userId, status, at, size, rows, files, until } = state
    if (status === 'done' && !isOpen(state)) return null
    const progress = status === 'running' ? await progressOf(vault, caller.companyId, exportId) : null
    return {
      ...{ id: exportId, status, startedAt: at },
      rows: progress?.rows ?? rows,
      files: progress?.files ?? files,
      total: progress?.total ?? rows,
      size: status === 'done' ? size : null,
      until,
      mine: userId === caller.userId,
    }
  }

  return { stateOf, isOpen, present }
}

/** The last export of the caller's company, and its file. Reads stream and blobs only, no views. */
export const exportQueries = (deps: Deps): readonly Route[] => {
  const { blobs } = deps
  const { stateOf, isOpen, present } = createExports(deps)
  return serving('query', {})(exportRoutes, {
    'GET /company-export': async ({ caller }) =>
      ok({ body: await present(await stateOf(caller.companyId), caller) }),

    'GET /public/company-export/:id': async ({ caller, params, request }) => {
      const missing = err(domainError('ERR_NO_FILE_FOUND'))
      const state = await stateOf(caller.companyId)
      if (state?.exportId !== params.id || state.userId !== caller.userId || !isOpen(state)) return missing
      // The caller's stream names the file. So the file may belong to the company (as in earlier releases) or to the platform.
      const info = await blobs.info(state.exportId)
      if (info === null || ![PLATFORM_COMPANY, caller.companyId].includes(info.companyId)) return missing
      const headers = {
        'Content-Type': 'application/zip',
        'Content-Disposition': `attachment; filename="${info.fileName}"`,
        'X-Content-Type-Options': 'nosniff',
        'Cache-Control': 'private, no-store',
        'Accept-Ranges': 'bytes',
        ETag: `"${info.sha256}"`,
      }
      return answerFile(blobs, info, headers, request)
    },
  })
}

/** Commands of a company's export, for administrators. */
export const exportCommands = (deps: Deps): readonly Route[] => {
  const { kernel, blobs } = deps
  const { stateOf, present } = createExports(deps)
  return serving('command', {})(exportRoutes, {
    'POST /company-export': async (call) => {
      const { companyId, userId } = call.caller
      const before = await stateOf(companyId)
      const command = { kind: 'request', exportId: newSecretName(), userId } as const
      const handled = await kernel.execute(exportDecider, streams.export(companyId), command, metaOf(call))
      if (!handled.ok) return handled
      const { state } = handled.value
      // nobody can fetch the previous export any more
      if (before !== null && before.exportId !== state?.exportId) await blobs.remove(before.exportId)
      const body = await present(state, call.caller)
      return body === null ? err(domainError('ERR_UNAVAILABLE')) : ok({ body })
    },
  })
}
