const SIMPLE_SUBTYPE = /\/([a-z0-9]+)$/

/** A file with a name: programs may put a picture without one on the clipboard. */
export const namedFile = (file: File, fallback: string): File => {
  if (file.name.trim() !== '') return file
  const ending = SIMPLE_SUBTYPE.exec(file.type)?.[1]
  return new File([file], ending === undefined ? fallback : `${fallback}.${ending}`, { type: file.type })
}
