interface Place {
  /** the shown path */
  readonly path: string
  /** a dialog is open, whose input would be lost */
  readonly hasDialog: boolean
}

/**
 * The effect of a click on a desktop notification in a window: nothing if its path is shown; else navigates, or asks.
 */
export const wayOfNotice = (path: string, here: Place): 'stay' | 'ask' | 'go' =>
  path === here.path ? 'stay' : here.hasDialog ? 'ask' : 'go'
