import { Link } from '@tanstack/react-router'
import type { VaultDetail } from '@vaultwright/wire'
import { type FocusEvent, type ReactNode, useRef } from 'react'
import { Icon } from '../../part/band/icon.tsx'
import { shortAccount } from '../../part/band/sentence.tsx'
import part from '../../part/part.module.css'
import styles from './menu.module.css'
import { type ListedStrategist, strategistsOn } from './strategist-list.ts'

/** The ways into the action builder and to swaps: one button each, then the strategist. */
export function BuildMenu(props: { readonly chain: string; readonly vault: VaultDetail }) {
  const { chain, vault } = props
  const { vault_address: address } = vault
  const strategists = strategistsOn(vault, chain)
  if (strategists.length === 0) return null
  return (
    <>
      {chain === 'solana' ? null : (
        <Menu name="Swap" icon="swap">
          {strategists.map((strategist) => (
            <Link
              key={strategist.address}
              to="/vaults/$chain/$address/swap/$strategist"
              params={{ chain, address, strategist: strategist.address }}
            >
              <StrategistName verb="Swap" strategist={strategist} />
            </Link>
          ))}
        </Menu>
      )}
      <Menu name="Build" icon="plus" isPrimary>
        {strategists.map((strategist) => (
          <Link
            key={strategist.address}
            to="/vaults/$chain/$address/act/$strategist"
            params={{ chain, address, strategist: strategist.address }}
          >
            <StrategistName verb="Build" strategist={strategist} />
          </Link>
        ))}
      </Menu>
    </>
  )
}

function StrategistName(props: { readonly verb: string; readonly strategist: ListedStrategist }) {
  const { verb, strategist } = props
  return (
    <>
      <strong>
        <span className="hidden">{verb} as </span>
        {strategist.name}
      </strong>
      <code title={strategist.address}>{shortAccount(strategist.address)}</code>
    </>
  )
}

function Menu(props: {
  readonly name: string
  readonly icon: 'swap' | 'plus'
  readonly isPrimary?: boolean
  readonly children: readonly ReactNode[]
}) {
  const { name, icon, isPrimary = false, children } = props
  const menu = useRef<HTMLDetailsElement>(null)
  const shut = () => {
    if (menu.current !== null) menu.current.open = false
  }
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) shut()
  }
  return (
    <details
      ref={menu}
      className={styles.menu}
      onBlur={leave}
      onKeyDown={({ key }) => {
        if (key !== 'Escape') return
        shut()
        menu.current?.querySelector('summary')?.focus()
      }}
    >
      <summary className={`${part.button} ${isPrimary ? part.primary : ''}`}>
        <Icon name={icon} />
        {name}
      </summary>
      <ul className={styles.list}>
        {children.map((child, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes its order
          <li key={index}>{child}</li>
        ))}
      </ul>
    </details>
  )
}
