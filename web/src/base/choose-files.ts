interface Options {
  readonly multiple?: boolean
  /** kinds of files that are offered first, as of an input */
  readonly accept?: string | undefined
}

/** Lets a person choose files; nothing follows where he chooses none. */
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
