import {
  closeDigestInstruction,
  encodeTransaction,
  type Instruction,
  initializeDigestInstruction,
  type Message,
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
import {
  type SquadsProposalRef,
  SquadsRefusedError,
  type SvmProposer,
  type SvmSquads,
  squadsMessageOf,
  svmSquadsOf,
} from './squads.ts'

/** A digest that exists though the definition does not name it. */
export type SvmForeignDigest = {
  readonly digest: Uint8Array
  readonly digestAddress: SvmAddress
}

/** The plan of one permission. */
export type SvmPlanEntry = {
  readonly permission: SvmPermission
  readonly status: SvmDigestStatus
}

/** A transaction that the authority signs, or that proposes the same to a multisig; its signature is zeros. */
type SvmPlanTransaction = {
  readonly base64: string
  readonly size: number
  /** The instructions of the authority. */
  readonly instructions: readonly Instruction[]
  /** The place where a multisig keeps them; null where the authority signs itself. */
  readonly proposal: SquadsProposalRef | null
}

/** The transactions that put a definition in force. */
export type SvmPlan = {
  readonly slot: bigint
  readonly state: SvmVaultState
  readonly entries: readonly SvmPlanEntry[]
  /** Digests that the plan closes. */
  readonly foreign: readonly SvmForeignDigest[]
  readonly transactions: readonly SvmPlanTransaction[]
  /** The multisig that is the authority; null where none was named. */
  readonly squads: SvmSquads | null
}

type SvmPlanOptions = {
  /** Digests beyond the definition that shall be closed; those that do not exist at the slot are left out. */
  readonly foreign: readonly SvmForeignDigest[]
  /** Base58; the transactions are valid for about 150 slots after it. */
  readonly blockhash: string
  /** The Squads multisig whose vault is the authority: the transactions propose to its members. Default: none. */
  readonly squads?: SvmProposer | null
}

/** The accounts that a plan is made from. */
export function planReads(
  definition: SvmDefinition,
  foreign: readonly SvmForeignDigest[] = [],
  squads: SvmProposer | null = null,
): readonly SvmAddress[] {
  const digests = [...permissionsOf(definition), ...foreign].map((entry) => entry.digestAddress)
  const multisig = squads === null ? [] : [squads.multisig]
  return [...new Set([definition.vault, ...digests, ...multisig])]
}

/**
 * Compares a definition with the digests of a slot, and makes the transactions that the authority would send.
 *
 * A digest with other operators is closed and created again in one transaction.
 *
 * @throws {SvmVaultMissingError} when the vault's state does not exist.
 * @throws {SquadsRefusedError} when the multisig cannot be proposed to, or is not the authority.
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
  const digests = new Set(entries.map(({ permission }) => permission.digestAddress))
  const foreign = options.foreign.filter(
    ({ digestAddress }) =>
      !digests.has(digestAddress) && accountIn(snapshot, digestAddress) !== null,
  )
  const { authority } = state
  const squads = options.squads == null ? null : squadsIn(snapshot, options.squads, authority)
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
    transactions: packed(steps, { feePayer: authority, lifetime: options.blockhash, squads }),
    squads,
  }
}

function squadsIn(snapshot: SvmSnapshot, proposer: SvmProposer, authority: SvmAddress): SvmSquads {
  const squads = svmSquadsOf(snapshot, proposer)
  if (squads.vault === authority) return squads
  const reason = `signs as ${squads.vault} with its vault ${squads.vaultIndex}, and the authority is ${authority}`
  throw new SquadsRefusedError(squads.multisig, reason)
}

/** Two entries of a definition may permit the same: the digest is created once. */
function distinct(permissions: readonly SvmPermission[]): readonly SvmPermission[] {
  return [...new Map(permissions.map((entry) => [entry.digestAddress, entry])).values()]
}

type PlanEnvelope = {
  readonly feePayer: SvmAddress
  readonly lifetime: string
  readonly squads: SvmSquads | null
}

/** Fills transactions of version 0 in order; the instructions of a step stay together. */
function packed(
  steps: readonly (readonly Instruction[])[],
  { feePayer, lifetime, squads }: PlanEnvelope,
): readonly SvmPlanTransaction[] {
  const enveloped = (instructions: readonly Instruction[], place: number) => {
    if (squads !== null) return squadsMessageOf(instructions, squads, { lifetime, place })
    const message: Message = {
      version: 0,
      feePayer,
      lifetime,
      instructions,
      config: null,
      lookupTables: [],
    }
    return { message, proposal: null }
  }
  const transactions: Instruction[][] = []
  for (const step of steps) {
    const last = transactions.at(-1)
    const isFitting =
      last !== undefined && sizeOfTransaction(enveloped([...last, ...step], 0).message) <= sizeLimit
    if (isFitting) last.push(...step)
    else transactions.push([...step])
  }
  return transactions.map((instructions, place) => {
    const { message, proposal } = enveloped(instructions, place)
    const { base64, size } = encodeTransaction(message)
    return { base64, size, instructions, proposal }
  })
}

const sizeLimit = 1_232
