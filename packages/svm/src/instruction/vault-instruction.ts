import { sha256 } from '@noble/hashes/sha2.js'
import { type SvmAddress, svmAddressOf } from '../address/address.ts'
import { defaultVaultProgram } from '../address/known-address.ts'
import { type LittleReader, openLittleReader } from '../bytes/little-reader.ts'
import type { Instruction } from '../call/instruction.ts'
import { hasDiscriminator, MalformedInstructionError } from './discriminator.ts'

/** An instruction of the vault program that has a name. */
export type VaultInstruction = {
  readonly name: string
  readonly kind: VaultInstructionKind
  /** After `vault_id`, which comes first; null where the data has another length than is known. */
  readonly arguments: readonly VaultArgument[] | null
  readonly vaultId: bigint | null
}

/** Integers as decimal text, addresses as base58. */
type VaultArgument = { readonly name: string; readonly value: string }

/**
 * - `call`: what a digest permits
 * - `permission`: gives or takes a digest
 * - `govern`: changes who may do what, the rate, fees or assets
 * - `use`: moves tokens and shares of whoever signs
 * - `read`: answers a question
 */
type VaultInstructionKind = 'call' | 'permission' | 'govern' | 'use' | 'read'

type VaultField = readonly [name: string, type: 'u8' | 'u64' | 'address']
/** Null for fields whose order is not known. */
type TaggedInstruction = readonly [
  name: string,
  kind: VaultInstructionKind,
  fields: readonly VaultField[] | null,
]

const number = (name: string): VaultField => [name, 'u64']
const address = (name: string): VaultField => [name, 'address']
const subAccount: VaultField = ['sub_account', 'u8']

/** A name that the program does not have stands for no instruction: its tag is the hash of the name. */
const rows: readonly TaggedInstruction[] = [
  ['manage', 'call', null],
  ['initialize_cpi_digest', 'permission', null],
  ['close_cpi_digest', 'permission', null],
  ['initialize', 'govern', null],
  ['deploy', 'govern', null],
  ['pause', 'govern', []],
  ['unpause', 'govern', []],
  ['transfer_authority', 'govern', [address('pending_authority')]],
  ['accept_authority', 'govern', []],
  ['set_strategist', 'govern', [address('strategist')]],
  ['set_payout', 'govern', [address('payout')]],
  ['set_withdraw_authority', 'govern', [address('withdraw_authority')]],
  ['set_share_mover', 'govern', [address('share_mover')]],
  ['set_deposit_sub_account', 'govern', [subAccount]],
  ['set_withdraw_sub_account', 'govern', [subAccount]],
  ['update_exchange_rate_provider', 'govern', [address('rate_provider')]],
  ['update_exchange_rate', 'govern', [number('exchange_rate')]],
  ['update_asset_data', 'govern', null],
  ['claim_fees_in_base', 'govern', null],
  ['deposit', 'use', null],
  ['deposit_sol', 'use', null],
  ['withdraw', 'use', null],
  ['view_cpi_digest', 'read', null],
  ['get_rate', 'read', []],
  ['get_rate_in_quote', 'read', []],
]

const tagged = rows.map((row) => ({
  row,
  tag: sha256(new TextEncoder().encode(`global:${row[0]}`)).slice(0, 8),
}))

/**
 * Names an instruction of the vault program by its tag, the first 8 bytes of the hash of `global:` and the name.
 *
 * @param program - default: the published vault program.
 * @returns null when it is another program's, or has no name here.
 */
export function readVaultInstruction(
  { program: called, data }: Instruction,
  program: SvmAddress = defaultVaultProgram,
): VaultInstruction | null {
  if (called !== program) return null
  const entry = tagged.find(({ tag }) => hasDiscriminator(data, tag))
  if (entry === undefined) return null
  const [name, kind, fields] = entry.row
  const argumentsOf = fields === null ? null : readArguments(name, data, fields)
  return {
    name,
    kind,
    vaultId: argumentsOf?.vaultId ?? null,
    arguments: argumentsOf?.values ?? null,
  }
}

const sizes = { u8: 1, u64: 8, address: 32 } as const

function readArguments(name: string, data: Uint8Array, fields: readonly VaultField[]) {
  const size = fields.reduce((sum, [, type]) => sum + sizes[type], 16)
  if (data.length !== size) return null
  const fail = (offset: number, reason: string) =>
    new MalformedInstructionError(name, offset, reason)
  const reader = openLittleReader(data, fail)
  reader.skip(8)
  const vaultId = reader.u64()
  const values = fields.map(([field, type]) => ({ name: field, value: readValue(type, reader) }))
  return { vaultId, values }
}

function readValue(type: VaultField[1], reader: LittleReader): string {
  if (type === 'address') return svmAddressOf(reader.take(32))
  return String(type === 'u8' ? reader.u8() : reader.u64())
}
