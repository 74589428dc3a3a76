/** Drawings for empty places, in the theme's colours. */
export const EmptyArt = () => (
  <svg width="120" height="84" viewBox="0 0 120 84" fill="none" aria-hidden="true" focusable="false">
    <path
      d="M18 14h60a6 6 0 0 1 6 6v9a7 7 0 0 0 0 14v11a6 6 0 0 1-6 6H42l-12 10V60H18a6 6 0 0 1-6-6V43a7 7 0 0 0 0-14v-9a6 6 0 0 1 6-6Z"
      fill="var(--g-brand-soft)"
    />
    <path
      d="M30 31h34M30 43h20"
      stroke="var(--g-brand)"
      strokeWidth="4"
      strokeLinecap="round"
      opacity=".55"
    />
    <circle cx="96" cy="20" r="5" fill="var(--g-waiting-solid)" opacity=".7" />
    <circle cx="108" cy="44" r="3.5" fill="var(--g-open-solid)" opacity=".7" />
    <circle cx="98" cy="66" r="4.5" fill="var(--g-line)" />
  </svg>
)

export const ErrorArt = () => (
  <svg width="120" height="84" viewBox="0 0 120 84" fill="none" aria-hidden="true" focusable="false">
    <path
      d="M16 14h36l-6 12 10 8-8 12 6 14H40l-12 10V60H16a6 6 0 0 1-6-6V43a7 7 0 0 0 0-14v-9a6 6 0 0 1 6-6Z"
      fill="var(--g-failed-soft)"
    />
    <path
      d="M66 14h36a6 6 0 0 1 6 6v9a7 7 0 0 0 0 14v11a6 6 0 0 1-6 6H68l-6-14 8-12-10-8 6-12Z"
      fill="var(--g-closed-soft)"
    />
    <path
      d="M24 31h14M24 43h10"
      stroke="var(--g-failed-solid)"
      strokeWidth="4"
      strokeLinecap="round"
      opacity=".6"
    />
  </svg>
)
