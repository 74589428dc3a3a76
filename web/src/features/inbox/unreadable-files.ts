/** Names of a message's files that have become unreadable, for the user. */
export interface UnreadableFiles {
  readonly unreadable: readonly string[]
}

/** Whether a file's first byte can be read. */
const isReadable = (file: File): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )

/** Files that the browser cannot read: changed, moved or deleted since the choice, or folders. */
export const unreadableOf = async (files: readonly File[]): Promise<readonly File[]> => {
  const readable = await Promise.all(files.map(isReadable))
  return files.filter((_file, at) => !readable[at])
}
