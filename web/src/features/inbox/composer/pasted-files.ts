/**
 * The files of a paste; none if its text should be pasted. Office programs add a picture of the copied part
 * to its text and HTML. A file copied in a folder may come with its name as text, but never with HTML.
 */
export const pastedFiles = (pasted: Pick<DataTransfer, 'files' | 'types' | 'getData'>): readonly File[] => {
  const isText = pasted.types.includes('text/html') && pasted.getData('text/plain').trim() !== ''
  return isText ? [] : [...pasted.files]
}
