import { Link, Outlet, useNavigate, useParams } from '@tanstack/react-router'
import { Fragment, lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Icon } from '../part/band/icon.tsx'
import type { PaletteItem } from './palette-item.ts'
import styles from './shell.module.css'
import { useShortcuts } from './shortcut.ts'
import { ThemeButton } from './theme-button.tsx'

/** The screens of the bar: the key after `g`, the address, the name, whether it needs a service. */
const screens = [
  { key: 'v', to: '/vaults', name: 'Vaults', short: 'Vaults', icon: 'vaults', needsService: true },
  { key: 's', to: '/sign', name: 'Signing room', short: 'Sign', icon: 'sign', needsService: false },
  { key: 't', to: '/trees', name: 'Trees', short: 'Trees', icon: 'trees', needsService: false },
  {
    key: 'p',
    to: '/permissions',
    name: 'Permissions',
    short: 'Rights',
    icon: 'permissions',
    needsService: true,
  },
  { key: 'i', to: '/index', name: 'Index', short: 'Index', icon: 'index', needsService: true },
] as const

const shown = screens.filter(({ needsService }) => !(isOffline && needsService))

const places: readonly PaletteItem[] = [
  ...shown.map(({ key, to, name }) => ({
    group: 'Go to',
    title: name,
    note: '',
    to,
    keys: `g ${key}`,
  })),
  ...(isOffline
    ? []
    : [
        { group: 'Go to', title: 'Limit orders', note: 'of all vaults', to: '/orders' },
        { group: 'Go to', title: 'Settings', note: 'passkeys, sessions', to: '/settings/access' },
        { group: 'Go to', title: 'API keys', note: 'settings', to: '/settings/keys' },
      ]),
]

const Jump = isOffline
  ? lazy(() => import('./palette.tsx').then((module) => ({ default: module.Palette })))
  : lazy(() => import('./vault-palette.tsx').then((module) => ({ default: module.VaultPalette })))
const KeyHelp = lazy(() => import('./key-help.tsx').then((module) => ({ default: module.KeyHelp })))

// What asks the service comes beside the frame, not before it; the copy for a disk has none of it.
const Queries = isOffline
  ? Fragment
  : lazy(() => import('./queries.tsx').then((module) => ({ default: module.Queries })))
const AccountMenu = isOffline
  ? OfflineMark
  : lazy(() => import('./account-menu.tsx').then((module) => ({ default: module.AccountMenu })))

/** The frame of every screen. */
export function Shell() {
  const navigate = useNavigate()
  const { address } = useParams({ strict: false })
  const [isHelpOpen, setHelpOpen] = useState(false)
  const [isJumping, setJumping] = useState(false)
  const early = useRef('')
  const jump = useCallback(() => {
    early.current = ''
    setJumping(true)
  }, [])
  const shortcuts = useMemo(
    () => ({
      '?': () => setHelpOpen(true),
      'Ctrl K': jump,
      ...(address === undefined ? {} : { c: () => void navigator.clipboard.writeText(address) }),
      '/': () => document.querySelector<HTMLInputElement>('input[type="search"]')?.focus(),
      ...Object.fromEntries(shown.map(({ key, to }) => [`g ${key}`, () => void navigate({ to })])),
    }),
    [navigate, address, jump],
  )
  useShortcuts(shortcuts)
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <header className={styles.bar}>
        <Link to="/" className={styles.brand}>
          <Mark />
          Vaultwright
        </Link>
        <button type="button" className={styles.jump} onClick={jump}>
          <Icon name="search" />
          <span className={styles.jumpText}>Search or jump</span>
          <kbd>Ctrl K</kbd>
        </button>
        <nav aria-label="Main" className={styles.nav}>
          {shown.map(({ to, name, short, icon }) => (
            <Link key={to} to={to} className={styles.link} activeProps={activeLink}>
              <Icon name={icon} />
              <span className={styles.long}>{name}</span>
              <span className={styles.short} aria-hidden="true">
                {short}
              </span>
            </Link>
          ))}
        </nav>
        <span className={styles.space} />
        <Suspense>
          <Queries>
            <AccountMenu />
          </Queries>
        </Suspense>
        <ThemeButton />
      </header>
      <main id="main" className={styles.main} tabIndex={-1}>
        <Suspense>
          <Queries>
            <Outlet />
          </Queries>
        </Suspense>
      </main>
      {isJumping ? (
        <Suspense fallback={<EarlyKeys text={early} />}>
          <Queries>
            <Jump items={places} early={early} close={() => setJumping(false)} />
          </Queries>
        </Suspense>
      ) : null}
      {isHelpOpen ? (
        <Suspense>
          <KeyHelp screens={shown} close={() => setHelpOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  )
}

/** Keeps the keys that are typed while the palette loads. */
function EarlyKeys({ text }: { readonly text: { current: string } }) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key.length === 1) text.current += event.key
      else if (event.key === 'Backspace') text.current = text.current.slice(0, -1)
      else return
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    addEventListener('keydown', press, true)
    return () => removeEventListener('keydown', press, true)
  }, [text])
  return null
}

function OfflineMark() {
  return <span className={styles.offline}>Offline copy</span>
}

const activeLink = { 'aria-current': 'page' } as const

function Mark() {
  return (
    <svg width="22" height="22" viewBox="0 0 22 22" aria-hidden="true">
      <path
        d="M11 2v5M11 7 5 12M11 7l6 5M5 12l-3 6M5 12l3 6M17 12l-3 6M17 12l3 6"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
      />
      <circle cx="11" cy="3" r="2.4" fill="currentColor" />
    </svg>
  )
}
