/** Names of the files of a message that cannot be read any more, for its sender. */
export interface Unreadable {
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

/** Those that this browser cannot read: they were changed, moved or deleted after they were chosen, or are folders. */
export const unreadableOf = async (files: readonly File[]): Promise<readonly File[]> => {
  const readable = await Promise.all(files.map(isReadable))
  return files.filter((_file, at) => !readable[at])
}
