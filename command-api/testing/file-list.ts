import { ADMIN, type Desk } from './desk.js'

let count = 0
type ListedFiles = readonly [fileName: string, caption: string]
type Entry = ListedFiles | { readonly who: typeof ADMIN }

/** A file list with these files of five bytes each. An administrator creates it unless an entry names another user. */
export const fileListWith = async (
  desk: Pick<Desk, 'call'>,
  message: string,
  ...entries: readonly Entry[]
) => {
  const who = entries.flatMap((entry) => ('who' in entry ? [entry.who] : []))[0] ?? ADMIN
  const name = `Lista ${++count}`
  const { id } = (await desk.call(who, 'POST', '/files', { name, message })).body
  for (const entry of entries) {
    if ('who' in entry) continue
    const form = new FormData()
    form.append('caption', entry[1])
    form.append('file', new Blob(['12345'], { type: 'text/plain' }), entry[0])
    const brought = await desk.call(who, 'POST', `/files/${id}/options-upload`, form)
    if (brought.status !== 200) throw new Error(JSON.stringify(brought.body))
  }
  const list = (await desk.call(who, 'PUT', `/files/${id}`, { name, message })).body
  const options: { id: number; path: string }[] = list.options
  return { id: Number(id), name, options, blobIds: options.map(({ path }) => path.split('/').at(-1) ?? '') }
}
