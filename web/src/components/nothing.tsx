/** What lists show where a row has no value. Cards of narrow windows leave such a value out (list/data-table.module.css). */
export const NOTHING = <span data-nothing="">—</span>
