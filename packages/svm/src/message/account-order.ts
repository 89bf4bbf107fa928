import { BaseError } from '@vaultwright/base'
import type { SvmAddress } from '../address/address.ts'
import { compareSvmAddresses } from '../address/compare-address.ts'
import type { AccountMeta, Instruction } from '../call/instruction.ts'
import { isAdvanceNonce } from '../instruction/system.ts'
import type { LookupTable, Message } from './message.ts'

/** The accounts of a message in the order in which instructions number them. */
export type AccountOrder = {
  /** Those that the message lists: signers first, writable before readonly. */
  readonly statics: readonly AccountMeta[]
  /** The accounts it takes from tables, in the order of the tables' addresses. */
  readonly lookups: readonly TableLookup[]
  /** Number of every address, those of the tables behind the listed ones. */
  readonly indexOf: ReadonlyMap<SvmAddress, number>
  readonly signers: number
  readonly readonlySigners: number
  readonly readonlyOthers: number
}

/** The indices that a message names of one table. */
export type TableLookup = {
  readonly table: SvmAddress
  readonly writable: readonly number[]
  readonly readonly: readonly number[]
}

type OrderedAccount = {
  readonly address: SvmAddress
  readonly table: { readonly address: SvmAddress; readonly index: number } | null
  isSigner: boolean
  isWritable: boolean
}

/**
 * Orders the accounts of a message: fee payer, signers that are written, other signers, written, readonly, each group
 * by `compareSvmAddresses`; what tables hold comes last.
 *
 * Signers, called programs and the account of a nonce are never taken from a table: the runtime forbids it.
 *
 * @throws {WritableProgramError} when a called program pays or is asked for as writable.
 */
export function orderAccounts(
  message: Pick<Message, 'version' | 'feePayer' | 'instructions' | 'lookupTables'>,
): AccountOrder {
  const { feePayer, instructions } = message
  const flags = mergeAccounts(feePayer, instructions)
  const called = new Set(instructions.map(({ program }) => program))
  for (const program of called) {
    if (flags.get(program)?.isWritable === true) throw new WritableProgramError(program)
  }
  const rows = message.version === 0 ? tableRowsOf(message.lookupTables) : noRows
  const nonce =
    instructions[0] !== undefined && isAdvanceNonce(instructions[0])
      ? instructions[0].accounts[0]?.address
      : null
  const entries = [...flags.values()].map((account): OrderedAccount => {
    const { address, isSigner, isWritable } = account
    const isBound = isSigner || called.has(address) || address === nonce
    return { address, isSigner, isWritable, table: isBound ? null : (rows.get(address) ?? null) }
  })
  const payer = entries.findIndex(({ address }) => address === feePayer)
  const further = entries.filter((_, index) => index !== payer)
  further.sort(compareEntries)
  const statics = [entries[payer]!, ...further.filter(({ table }) => table === null)]
  const lookups = lookupsOf(further)
  const looked = [
    ...lookups.map(({ writable }) => writable),
    ...lookups.map((each) => each.readonly),
  ]
  const ordered = [...statics, ...looked.flat()]
  return {
    statics,
    lookups: lookups.map((lookup) => ({
      table: lookup.table,
      writable: lookup.writable.map(({ table }) => table!.index),
      readonly: lookup.readonly.map(({ table }) => table!.index),
    })),
    indexOf: new Map(ordered.map(({ address }, index) => [address, index])),
    signers: statics.filter(({ isSigner }) => isSigner).length,
    readonlySigners: statics.filter(({ isSigner, isWritable }) => isSigner && !isWritable).length,
    readonlyOthers: statics.filter(({ isSigner, isWritable }) => !isSigner && !isWritable).length,
  }
}

/** Merges what all instructions ask for each account; the fee payer signs and is written. */
export function mergeAccounts(
  feePayer: SvmAddress,
  instructions: readonly Instruction[],
): ReadonlyMap<SvmAddress, AccountMeta> {
  const merged = new Map<SvmAddress, AccountMeta>([
    [feePayer, { address: feePayer, isSigner: true, isWritable: true }],
  ])
  for (const { program, accounts } of instructions) {
    if (!merged.has(program)) {
      merged.set(program, { address: program, isSigner: false, isWritable: false })
    }
    for (const account of accounts) {
      const { address, isSigner, isWritable } = account
      const before = merged.get(address)
      if (before === undefined) merged.set(address, { address, isSigner, isWritable })
      else if ((isSigner && !before.isSigner) || (isWritable && !before.isWritable)) {
        merged.set(address, {
          address,
          isSigner: isSigner || before.isSigner,
          isWritable: isWritable || before.isWritable,
        })
      }
    }
  }
  return merged
}

function compareEntries(left: OrderedAccount, right: OrderedAccount): number {
  if ((left.table === null) !== (right.table === null)) return left.table === null ? -1 : 1
  if (left.isSigner !== right.isSigner) return left.isSigner ? -1 : 1
  if (left.isWritable !== right.isWritable) return left.isWritable ? -1 : 1
  if (left.table !== null && right.table !== null && left.table.address !== right.table.address) {
    return compareSvmAddresses(left.table.address, right.table.address)
  }
  return compareSvmAddresses(left.address, right.address)
}

type TableRows = ReadonlyMap<SvmAddress, { readonly address: SvmAddress; readonly index: number }>

const noRows: TableRows = new Map()

/** The position of an address: in the first table that has it, at its first index. */
function tableRowsOf(tables: readonly LookupTable[]): TableRows {
  const rows = new Map<SvmAddress, { readonly address: SvmAddress; readonly index: number }>()
  for (const table of tables) {
    for (const [index, address] of table.addresses.entries()) {
      if (!rows.has(address)) rows.set(address, { address: table.address, index })
    }
  }
  return rows
}

function lookupsOf(entries: readonly OrderedAccount[]) {
  const byTable = new Map<SvmAddress, { writable: OrderedAccount[]; readonly: OrderedAccount[] }>()
  for (const entry of entries) {
    if (entry.table === null) continue
    const lookup = byTable.get(entry.table.address) ?? { writable: [], readonly: [] }
    byTable.set(entry.table.address, lookup)
    lookup[entry.isWritable ? 'writable' : 'readonly'].push(entry)
  }
  return [...byTable]
    .sort(([left], [right]) => compareSvmAddresses(left, right))
    .map(([table, lookup]) => ({ table, writable: lookup.writable, readonly: lookup.readonly }))
}

/** A message asks for a called program as writable, or lets it pay. */
export class WritableProgramError extends BaseError {
  override readonly code = 'writable_program'
  override readonly kind = 'invalid_input'

  constructor(program: SvmAddress) {
    super({
      message: `${program} is called and asked for as writable in one transaction. Name it readonly, or call it in another transaction.`,
      facts: { program },
    })
  }
}
