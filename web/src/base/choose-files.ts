interface Options {
  readonly multiple?: boolean
  /** types of files offered first, as in a file input */
  readonly accept?: string | undefined
}

/** Opens the file dialog. Calls nothing if the user cancels. */
export const chooseFiles = (
  onFiles: (files: readonly File[]) => void,
  { multiple = false, accept = '' }: Options,
): void => {
  const input = document.createElement('input')
  input.type = 'file'
  input.multiple = multiple
  input.accept = accept
  input.onchange = () => onFiles([...(input.files ?? [])])
  input.click()
}
