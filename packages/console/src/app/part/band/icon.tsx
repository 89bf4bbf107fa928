/** Drawings of one weight, 24 by 24. */
const drawings = {
  yes: 'm5 12.5 4.5 4.5L19 7.5',
  no: 'M8.3 3h7.4L21 8.3v7.4L15.7 21H8.3L3 15.7V8.3zM12 7.5v5.2M12 16.3v.1',
  open: 'M20.5 12A8.5 8.5 0 1 1 12 3.5M15.6 4.3a8.5 8.5 0 0 1 1.6.9M19 7.1a8.5 8.5 0 0 1 .9 1.7M12 8v4.6M12 15.9v.1',
  look: 'M12 4 2.8 19.5h18.4zM12 10v4.2M12 16.9v.1',
  cross: 'M6 6l12 12M18 6 6 18',
  note: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 11v5M12 8v.1',
  registry:
    'M5 5.5A2.5 2.5 0 0 1 7.5 3H19v18H7.5A2.5 2.5 0 0 1 5 18.5zM5 18.5A2.5 2.5 0 0 1 7.5 16H19',
  definition: 'M6 3h8l4.5 4.5V21H6zM14 3v5h4.5',
  chain:
    'M10 14a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l1-1',
  service: 'M4 5h16v11H10l-4.5 4v-4H4z',
  vaults:
    'M3.5 6.5A2.5 2.5 0 0 1 6 4h12a2.5 2.5 0 0 1 2.5 2.5v10A2.5 2.5 0 0 1 18 19H6a2.5 2.5 0 0 1-2.5-2.5zM12 8.3a3.2 3.2 0 1 0 0 6.4 3.2 3.2 0 0 0 0-6.4zM7 19v1.5M17 19v1.5',
  sign: 'M4 20h16M5.5 15.5 15 6a2.1 2.1 0 0 1 3 3l-9.5 9.5-4 1z',
  trees:
    'M12 2.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM12 6.5v4M12 10.5 6.5 15M12 10.5l5.5 4.5M6 15a2.2 2.2 0 1 0 0 4.4A2.2 2.2 0 0 0 6 15zM18 15a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4z',
  permissions: 'M12 3 5 6v5.5c0 4.5 3 7.6 7 9.5 4-1.9 7-5 7-9.5V6zM9 12l2.2 2.2L15.2 10',
  index: 'M3 12h4l3-7 4 14 3-7h4',
  swap: 'M4 8h15M15.5 4.5 19 8l-3.5 3.5M20 16H5M8.5 12.5 5 16l3.5 3.5',
  plus: 'M12 5v14M5 12h14',
  next: 'm9 6 6 6-6 6',
  search: 'M11 4.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM16 16l4.5 4.5',
  clock: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 7.5V12l3 2',
  account: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20.5a7.5 7.5 0 0 1 15 0',
  people:
    'M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM2.5 19.5a6.5 6.5 0 0 1 13 0M16 5.4a3.3 3.3 0 0 1 0 6.2M18 14.2a6 6 0 0 1 3.5 5.3',
  settings:
    'M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.1 2.1M16.3 16.3l2.1 2.1M18.4 5.6l-2.1 2.1M7.7 16.3l-2.1 2.1',
} as const

export type IconName = keyof typeof drawings

/** A drawing beside a word that says the same: it is never read out. */
export function Icon({ name, size = 16 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      className="icon"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.9}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={drawings[name]} />
    </svg>
  )
}
