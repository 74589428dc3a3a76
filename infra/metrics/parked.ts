/** Where command-api puts reports aside in the vault. */
export const PARKED_REPORTS = 'parked-report/'
