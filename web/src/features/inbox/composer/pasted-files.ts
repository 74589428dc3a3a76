/**
 * The files of a paste; none where its text is meant. Office programs put a picture of what was copied beside its text
 * and HTML. A file that was copied in a folder may come with its name as text, but never with HTML.
 */
export const pastedFiles = (pasted: Pick<DataTransfer, 'files' | 'types' | 'getData'>): readonly File[] => {
  const isText = pasted.types.includes('text/html') && pasted.getData('text/plain').trim() !== ''
  return isText ? [] : [...pasted.files]
}
