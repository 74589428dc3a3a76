/** Byte order mark. Reading the answer as text removes it, but spreadsheets need it to show accents right. */
const BYTE_ORDER_MARK = '\uFEFF'

/** Saves a CSV file by the browser. */
export const saveCsv = (name: string, text: string): void => {
  const url = URL.createObjectURL(new Blob([BYTE_ORDER_MARK, text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // the browser has read the blob by the next turn of the event loop
  setTimeout(() => URL.revokeObjectURL(url))
}
