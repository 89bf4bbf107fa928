import type { Hex } from '@vaultwright/base'

/** The kinds of code that are read: `open_forwarder` makes any call of anybody, `own_forwarder` calls of itself alone. */
export const codeKinds = [
  'accountant',
  'authority',
  'beacon',
  'bridge_endpoint',
  'bridge_library',
  'deployer',
  'drone',
  'manager',
  'micro_manager',
  'open_forwarder',
  'own_forwarder',
  'pauser',
  'proxy',
  'proxy_admin',
  'queue',
  'safe_proxy',
  'safe_singleton',
  'solver',
  'teller',
  'timelock',
  'vault',
  'warden',
] as const

/** A kind of code that is read. */
export type CodeKind = (typeof codeKinds)[number]

/** A code that is known by its hash. */
export type KnownCode = {
  readonly name: string
  readonly kind: CodeKind
  readonly bytes: number
  /** keccak-256 with zeros where immutables stand, without the metadata at its end. */
  readonly maskedHash: Hex
  /** Bytes at which immutables of 32 bytes begin. */
  readonly immutables: readonly number[]
  /** Immutables that are read: the byte at which one begins. */
  readonly values?: Readonly<Record<string, number>>
  /** Slots that differ from those of the kind. */
  readonly slots?: Readonly<Record<string, bigint>>
}
