/** Byte order mark; reading the answer as text removes it, but without it spreadsheets show accents wrong. */
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
