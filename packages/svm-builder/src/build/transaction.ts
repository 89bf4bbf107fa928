import { BaseError } from '@vaultwright/base'
import {
  advanceNonceInstruction,
  computeBudgetProgram,
  computeUnitLimitInstruction,
  computeUnitPriceInstruction,
  encodeTransaction,
  type Instruction,
  type LookupTable,
  type Message,
  mergedFlags,
  type SvmAddress,
  sizeOfTransaction,
  TransactionTooLargeError,
} from '@vaultwright/svm'
import type { SvmDefinition } from '../definition/definition-type.ts'
import { actionInstructions, digestOfCall, type SvmDigest, shownCall } from '../permission/call.ts'
import type { SvmActionDraft } from './draft.ts'

/** The inputs that decide the instructions of a transaction, beside its actions. */
export type SvmFrame = {
  readonly definition: SvmDefinition
  readonly strategist: SvmAddress
  readonly nonceAccount: SvmAddress | null
}

/** The digest of an action, and its call as the runtime shows it. */
export type SvmActionDigest = SvmDigest & { readonly shown: Instruction }

/**
 * Computes the digest of each action under the flags of the whole transaction.
 *
 * Digest accounts are readonly, so that the instructions are the same with any in their place.
 */
export function digestsOf(
  frame: SvmFrame,
  drafts: readonly SvmActionDraft[],
): readonly SvmActionDigest[] {
  const { definition, strategist } = frame
  const placeholders = drafts.map(() => definition.vault)
  const instructions = instructionsOf(frame, drafts, placeholders)
  const flagsOf = mergedFlags({ feePayer: strategist, instructions })
  return drafts.map(({ call, variant }) => {
    const shown = shownCall(call.innerCall, flagsOf)
    return { ...digestOfCall(definition, shown, variant.operators), shown }
  })
}

/** The instructions of a transaction without compute budget: the nonce, then the actions in their order. */
export function instructionsOf(
  { definition, strategist, nonceAccount }: SvmFrame,
  drafts: readonly SvmActionDraft[],
  digestAddresses: readonly SvmAddress[],
): readonly Instruction[] {
  const nonce =
    nonceAccount === null ? [] : [advanceNonceInstruction({ nonceAccount, authority: strategist })]
  const actions = drafts.flatMap(({ call, subAccount }, index) => {
    const digestAddress = digestAddresses[index]!
    return actionInstructions(definition, call, { strategist, subAccount, digestAddress })
  })
  return [...nonce, ...actions]
}

/** The cost settings of a transaction. */
export type SvmTransactionCost = {
  readonly version: 0 | 1
  readonly computeBudget: boolean
  readonly computeUnitLimit: number
  /** Micro-lamports a compute unit. */
  readonly computeUnitPrice: bigint
  /** Lamports of the whole transaction. */
  readonly priorityFee: bigint
}

/** Loaded accounts may have so many bytes together, as the runtime permits without a limit. */
const loadedAccountsBytes = 64 * 1024 * 1024

/** Puts instructions and cost into a message. */
export function messageOf(
  parts: Pick<Message, 'feePayer' | 'lifetime' | 'lookupTables' | 'instructions'>,
  cost: SvmTransactionCost,
): Message {
  const actions = parts.instructions.filter(({ program }) => program !== computeBudgetProgram)
  const { version, computeBudget, computeUnitLimit, computeUnitPrice, priorityFee } = cost
  if (version === 1) {
    const config = {
      priorityFeeLamports: priorityFee,
      computeUnitLimit,
      loadedAccountsBytes,
      heapBytes: null,
    }
    return { ...parts, version, instructions: actions, config, lookupTables: [] }
  }
  const budget = computeBudget
    ? [
        computeUnitLimitInstruction(computeUnitLimit),
        ...(computeUnitPrice === 0n ? [] : [computeUnitPriceInstruction(computeUnitPrice)]),
      ]
    : []
  return { ...parts, version, instructions: [...actions, ...budget], config: null }
}

/**
 * Writes a transaction.
 *
 * @throws {SvmTransactionTooLargeError} with what the other version or a table would make of it.
 * @throws {TooManyAccountsError} when it names too many accounts.
 */
export function encodeMessage(message: Message, cost: SvmTransactionCost) {
  try {
    return encodeTransaction(message)
  } catch (error) {
    if (!(error instanceof TransactionTooLargeError)) throw error
    throw new SvmTransactionTooLargeError(message, sizesOf(message, cost))
  }
}

/** Tables that a message takes addresses from. */
export function usedTables({ version, feePayer, instructions, lookupTables }: Message) {
  if (version === 1) return []
  const fixed = new Set([feePayer, ...instructions.map(({ program }) => program)])
  const accounts = instructions.flatMap(({ accounts }) => accounts)
  for (const { address, isSigner } of accounts) if (isSigner) fixed.add(address)
  const open = new Set(
    accounts.map(({ address }) => address).filter((address) => !fixed.has(address)),
  )
  return lookupTables.flatMap((table) => {
    const taken = table.addresses.filter((address) => open.delete(address))
    return taken.length === 0 ? [] : [table.address]
  })
}

type Sizes = {
  readonly size: number
  readonly version1: number
  /** With a lookup table of every address that may stand in one. */
  readonly withTable: number
}

function sizesOf(message: Message, cost: SvmTransactionCost): Sizes {
  const { feePayer, instructions } = message
  const addresses = [
    ...new Set(instructions.flatMap(({ accounts }) => accounts.map((one) => one.address))),
  ]
  const table: LookupTable = { address: feePayer, addresses }
  const version0 = { ...message, lookupTables: [table] }
  return {
    size: sizeOfTransaction(message),
    version1: sizeOfTransaction(messageOf(message, { ...cost, version: 1 })),
    withTable: message.version === 1 ? 0 : sizeOfTransaction(version0),
  }
}

const limits = { 0: 1232, 1: 4096 } as const

/** A transaction has more bytes than its version may have. */
class SvmTransactionTooLargeError extends BaseError {
  override readonly code = 'transaction_too_large'
  override readonly kind = 'invalid_input'

  constructor({ version }: Message, { size, version1, withTable }: Sizes) {
    const hints = [
      ...(version === 0 && version1 <= limits[1] ? [`version 1 would make it ${version1}`] : []),
      ...(version === 0 && withTable <= limits[0]
        ? [`a lookup table of its addresses would make it ${withTable}`]
        : []),
    ]
    const bytesHint = hints.length === 0 ? '' : ` In bytes, ${hints.join(', ')}.`
    super({
      message: `The transaction has ${size} bytes, and version ${version} may have ${limits[version]}.${bytesHint} Choose one of these, or give fewer actions.`,
      facts: {
        size,
        limit: limits[version],
        version,
        ...(version === 0 && { size_version_1: version1, size_with_lookup_table: withTable }),
      },
    })
  }
}
