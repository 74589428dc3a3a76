interface Place {
  /** the path that is shown */
  readonly path: string
  /** a dialog is open, whose content would be lost */
  readonly hasDialog: boolean
}

/** What a click on a desktop notification does in a window: nothing where its path is shown; else it goes there, or asks. */
export const wayOfNotice = (path: string, here: Place): 'stay' | 'ask' | 'go' =>
  path === here.path ? 'stay' : here.hasDialog ? 'ask' : 'go'
