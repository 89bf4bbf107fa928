import {
  closeDigestInstruction,
  encodeTransaction,
  type Instruction,
  initializeDigestInstruction,
  type SvmAddress,
  type SvmVaultState,
  sizeOfTransaction,
} from '@vaultwright/svm'
import { vaultStateOf } from '../build/state.ts'
import type { SvmDefinition } from '../definition/definition-type.ts'
import { permissionsOf, type SvmPermission } from '../permission/permission.ts'
import {
  accountIn,
  digestStatusOf,
  type SvmDigestStatus,
  type SvmSnapshot,
} from '../permission/snapshot.ts'

/** A digest that exists though the definition does not name it. */
export type SvmForeignDigest = {
  readonly digest: Uint8Array
  readonly digestAddress: SvmAddress
}

/** What becomes of one permission. */
export type SvmPlanEntry = {
  readonly permission: SvmPermission
  readonly status: SvmDigestStatus
}

/** A transaction that the authority signs; its signature is zeros. */
export type SvmPlanTransaction = {
  readonly base64: string
  readonly size: number
  readonly instructions: readonly Instruction[]
}

/** What it takes to put a definition in force. */
export type SvmPlan = {
  readonly slot: bigint
  readonly state: SvmVaultState
  readonly entries: readonly SvmPlanEntry[]
  /** Digests that the plan closes. */
  readonly foreign: readonly SvmForeignDigest[]
  readonly transactions: readonly SvmPlanTransaction[]
}

export type SvmPlanOptions = {
  /** Digests beyond the definition that shall be closed; those that do not exist at the slot are left out. */
  readonly foreign: readonly SvmForeignDigest[]
  /** Base58; the transactions are valid for about 150 slots after it. */
  readonly blockhash: string
}

/** The accounts that a plan is made from. */
export function planReads(
  definition: SvmDefinition,
  foreign: readonly SvmForeignDigest[] = [],
): readonly SvmAddress[] {
  const digests = [...permissionsOf(definition), ...foreign].map((entry) => entry.digestAddress)
  return [...new Set([definition.vault, ...digests])]
}

/**
 * Compares a definition with the digests of a slot, and makes the transactions that the authority would send.
 *
 * A digest with other operators is closed and created again in one transaction.
 *
 * @throws {SvmVaultMissingError} when the vault's state does not exist.
 */
export function planOf(
  definition: SvmDefinition,
  snapshot: SvmSnapshot,
  options: SvmPlanOptions,
): SvmPlan {
  const { program, vaultId } = definition
  const state = vaultStateOf(definition, snapshot)
  const entries = distinct(permissionsOf(definition)).map((permission) => ({
    permission,
    status: digestStatusOf(snapshot, definition, permission),
  }))
  const wanted = new Set(entries.map(({ permission }) => permission.digestAddress))
  const foreign = options.foreign.filter(
    ({ digestAddress }) =>
      !wanted.has(digestAddress) && accountIn(snapshot, digestAddress) !== null,
  )
  const { authority } = state
  const open = ({ digest, operators }: SvmPermission) =>
    initializeDigestInstruction({ program, authority, vaultId, digest, operators })
  const close = ({ digest }: SvmForeignDigest) =>
    closeDigestInstruction({ program, authority, vaultId, digest })
  const steps = [
    ...foreign.map((digest) => [close(digest)]),
    ...entries.flatMap(({ permission, status }) => {
      if (status.kind === 'missing') return [[open(permission)]]
      return status.kind === 'differs' ? [[close(permission), open(permission)]] : []
    }),
  ]
  return {
    slot: snapshot.slot,
    state,
    entries,
    foreign,
    transactions: packed(steps, { feePayer: authority, lifetime: options.blockhash }),
  }
}

/** Two entries of a definition may permit the same: the digest is created once. */
function distinct(permissions: readonly SvmPermission[]): readonly SvmPermission[] {
  return [...new Map(permissions.map((entry) => [entry.digestAddress, entry])).values()]
}

type PlanEnvelope = { readonly feePayer: SvmAddress; readonly lifetime: string }

/** Fills transactions of version 0 in order; the instructions of a step stay together. */
function packed(
  steps: readonly (readonly Instruction[])[],
  { feePayer, lifetime }: PlanEnvelope,
): readonly SvmPlanTransaction[] {
  const messageOf = (instructions: readonly Instruction[]) => {
    return { version: 0, feePayer, lifetime, instructions, config: null, lookupTables: [] } as const
  }
  const transactions: Instruction[][] = []
  for (const step of steps) {
    const last = transactions.at(-1)
    const isFitting =
      last !== undefined && sizeOfTransaction(messageOf([...last, ...step])) <= sizeLimit
    if (isFitting) last.push(...step)
    else transactions.push([...step])
  }
  return transactions.map((instructions) => {
    const { base64, size } = encodeTransaction(messageOf(instructions))
    return { base64, size, instructions }
  })
}

const sizeLimit = 1_232
