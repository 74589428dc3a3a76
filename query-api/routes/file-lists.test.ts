import { streams } from '@guiche/contracts/streams.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { addCompanyData, type Ids, openDeskWithCompany } from '../testing/company-data.js'
import type { Agent, Desk } from '../testing/desk.js'
import { connectSocket, type Frame } from '../testing/socket.js'

describe('file lists', () => {
  let desk: Desk
  let ids: Ids
  let agent: Agent
  let foreigner: Agent
  beforeAll(async () => {
    ;({ desk, ids, agent } = await openDeskWithCompany())
    const foreign = await addCompanyData(desk, 2)
    foreigner = await desk.signIn({ userId: foreign.agent, companyId: 2 })
  })
  afterAll(() => desk?.close())

  const happen = (type: string, data: object) =>
    desk.happen(1, streams.records('file-lists', 1), type as never, data as never)
  const list = (fileListId: number, name: string, media: object | null) => ({
    ...{ fileListId, name, message: 'Veja', userId: ids.agent },
    options: { last: 1, list: [{ id: 1, caption: 'Março', media }] },
  })

  it('12.18, 12.20: are read by pages and one by one, with their files, by their company alone', async () => {
    const stored = await desk.blobs.put(Buffer.from('preços'), {
      ...{ companyId: 1, mimetype: 'application/pdf', fileName: 'precos.pdf', maxSize: 100 },
    })
    if (stored === 'too-large') throw new Error('too large')
    const { id: blobId, fileName, mimetype, size } = stored
    await happen('fileList.created.v1', list(1, 'Tabelas', { blobId, fileName, mimetype, size }))
    await happen('fileList.created.v1', list(2, 'Catálogos', null))
    await desk.settled()
    const { body } = await desk.get<{ files: { name: string }[] }>(agent, '/files?companyId=2')
    expect(body).toMatchObject({ count: 2, hasMore: false })
    expect(body.files.map(({ name }) => name)).toEqual(['Catálogos', 'Tabelas'])
    const path = `/api/public/${blobId}`
    expect((await desk.get<object>(agent, '/files/1')).body).toMatchObject({
      ...{ id: 1, companyId: 1, name: 'Tabelas', message: 'Veja' },
      options: [{ id: 1, fileId: 1, name: 'Março', path, mediaType: mimetype, fileName, size }],
    })
    expect((await desk.get(agent, `/public/${blobId}`)).body).toBe('preços')
    for (const asked of ['/files/1', `/public/${blobId}`]) {
      expect((await desk.get(foreigner, asked)).status).toBe(404)
    }
  })

  it('12.22: tell all of the company when they change or go, by the channel that clients know', async () => {
    const socket = await connectSocket(desk, agent)
    const stranger = await connectSocket(desk, foreigner)
    await happen('fileList.changed.v1', list(2, 'Catálogo novo', null))
    await happen('fileList.deleted.v1', { fileListId: 2 })
    await desk.settled()
    const isOurs = (action: string) => (frame: Frame) =>
      frame.event === 'company-1-file' && frame.data.action === action
    const told = [await socket.waitFor(isOurs('update')), await socket.waitFor(isOurs('delete'))]
    expect(told.map(({ data }) => data)).toEqual([
      { action: 'update', files: expect.objectContaining({ id: 2, name: 'Catálogo novo' }) },
      { action: 'delete', fileId: 2 },
    ])
    expect(stranger.frames.some(({ event }) => event.endsWith('-file'))).toBe(false)
    socket.close()
    stranger.close()
  })
})
