/** Placeholder for a missing value in lists. Cards of narrow windows omit such a value (list/data-table.module.css). */
export const NOTHING = <span data-nothing="">—</span>
