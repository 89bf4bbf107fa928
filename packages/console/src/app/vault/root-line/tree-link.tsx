import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** Leads to the tree of a root, in the explorer. */
export function TreeLink(props: {
  readonly root: string
  readonly isPending: boolean
  readonly children: ReactNode
}) {
  const { root, isPending, children } = props
  return (
    <Link to={isPending ? '/trees/$root/pending' : '/trees/$root'} params={{ root }}>
      {children}
    </Link>
  )
}

/** Leads to the difference of two trees, the older one first, and from there back to the vault. */
export function DiffLink(props: {
  readonly older: string
  readonly newer: string
  readonly where: { readonly chain: string; readonly address: string }
  readonly children: ReactNode
}) {
  const { older, newer, where, children } = props
  const { chain, address } = where
  return (
    <Link
      to="/trees/$root/diff/$other"
      params={{ root: older, other: newer }}
      search={{ chain, address }}
    >
      {children}
    </Link>
  )
}
