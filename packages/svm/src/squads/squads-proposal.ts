import { BaseError } from '@vaultwright/base'
import { type SvmAddress, svmBytesOf } from '../address/address.ts'
import { systemProgram } from '../address/known-address.ts'
import { openLittleReader } from '../bytes/little-reader.ts'
import { openLittleWriter } from '../bytes/little-writer.ts'
import {
  type AccountMeta,
  type Instruction,
  readonlyAccount,
  signerAccount,
  writableAccount,
  writableSignerAccount,
} from '../call/instruction.ts'
import { hasDiscriminator, MalformedInstructionError } from '../instruction/discriminator.ts'
import { mergeAccounts, WritableProgramError } from '../message/account-order.ts'
import type { Transaction } from '../message/decode-transaction.ts'
import type { LookupTable } from '../message/message.ts'
import {
  squadsProgram,
  squadsProposalOf,
  squadsTransactionOf,
  squadsVaultOf,
} from './squads-address.ts'
import { readSquadsMessage } from './squads-transaction.ts'

/** Calls that are put to the members of a multisig. */
type SquadsProposal = {
  readonly multisig: SvmAddress
  /** The index of the multisig's vault that signs and pays: 0 to 255. */
  readonly vaultIndex: number
  /** One more than the multisig's newest. */
  readonly index: bigint
  /** A member that may initiate; signs, and pays the rent of both accounts. */
  readonly creator: SvmAddress
  /** In their order; the vault alone may sign them. */
  readonly instructions: readonly Instruction[]
}

/** The first 8 bytes of sha256 of `global:` and the instruction's name. */
const createTag = Uint8Array.of(0x30, 0xfa, 0x4e, 0xa8, 0xd0, 0xe2, 0xda, 0xd3)
const proposeTag = Uint8Array.of(0xdc, 0x3c, 0x49, 0xe0, 0x1e, 0x6c, 0x4f, 0x9f)

/**
 * Writes `vault_transaction_create` and `proposal_create`: the calls as a transaction of the multisig, open to votes.
 *
 * Source: docs.rs/squads-multisig-program; the bytes are those of `@sqds/multisig` 2.1.4.
 *
 * @throws {SquadsSignerError} when the calls need another signature than the vault's.
 * @throws {WritableProgramError} when a called program is asked for as writable.
 * @throws {UnsignedRangeError} when the vault index or the index does not fit, or there are more than 255 accounts.
 */
export function squadsProposalInstructions(proposal: SquadsProposal): readonly Instruction[] {
  const { multisig, vaultIndex, index, creator } = proposal
  const message = messageBytes(proposal)
  const create = openLittleWriter(message.length + 32)
  create.bytes(createTag)
  create.u8(vaultIndex)
  // No signers of their own, and no memo.
  create.u8(0)
  create.u32(message.length)
  create.bytes(message)
  create.u8(0)
  const propose = openLittleWriter(17)
  propose.bytes(proposeTag)
  propose.u64(index)
  // Not a draft: members may vote at once.
  propose.u8(0)
  const payer = [
    signerAccount(creator),
    writableSignerAccount(creator),
    readonlyAccount(systemProgram),
  ]
  return [
    {
      program: squadsProgram,
      accounts: [
        writableAccount(multisig),
        writableAccount(squadsTransactionOf(multisig, index)),
        ...payer,
      ],
      data: create.end(),
    },
    {
      program: squadsProgram,
      accounts: [
        readonlyAccount(multisig),
        writableAccount(squadsProposalOf(multisig, index)),
        ...payer,
      ],
      data: propose.end(),
    },
  ]
}

/** The proposal that `vault_transaction_create` puts to the members. */
type SquadsCreate = {
  readonly multisig: SvmAddress
  readonly creator: SvmAddress
  readonly vaultIndex: number
  /** The account that will hold it. */
  readonly address: SvmAddress
  /** As a transaction that the vault signs and pays: no signatures, and the lifetime is nothing. */
  readonly transaction: Transaction
}

/**
 * Reads `vault_transaction_create`.
 *
 * @returns null when it is another instruction.
 * @throws {MalformedInstructionError} when it is one and names too few accounts, has signers of its own or breaks off.
 * @throws {MalformedTransactionError} when its message cannot be read, or another account than the vault pays.
 */
export function readSquadsCreate(
  { program, accounts, data }: Instruction,
  tables: readonly LookupTable[] = [],
): SquadsCreate | null {
  if (program !== squadsProgram || !hasDiscriminator(data, createTag)) return null
  const fail = (offset: number, reason: string) =>
    new MalformedInstructionError('vault_transaction_create', offset, reason)
  const [multisig, address, creator] = accounts.map((account) => account.address)
  if (multisig === undefined || address === undefined || creator === undefined)
    throw fail(0, `it names ${accounts.length} accounts and needs 5`)
  const reader = openLittleReader(data, fail)
  reader.skip(createTag.length)
  const vaultIndex = reader.u8()
  if (reader.u8() !== 0) throw fail(reader.offset() - 1, 'it has signers of its own')
  const size = reader.u32()
  const bytes = reader.take(size)
  const inner = openLittleReader(bytes, fail)
  const counts = { list: 1, data: 2 } as const
  const transaction = readSquadsMessage(inner, { multisig, vaultIndex, bytes, tables, counts })
  if (inner.left() > 0) throw fail(inner.offset(), `${inner.left()} bytes stand behind its message`)
  return { multisig, creator, vaultIndex, address, transaction }
}

/** The index of the transaction whose vote an instruction opens; null when it is not `proposal_create`. */
export function squadsVoteOf({ program, data }: Instruction): bigint | null {
  const isVote = program === squadsProgram && hasDiscriminator(data, proposeTag)
  if (!isVote || data.length !== 17) return null
  return new DataView(data.buffer, data.byteOffset).getBigUint64(8, true)
}

/** Accounts in the order in which they are named first, signers before others, written before readonly. */
function messageBytes({ multisig, vaultIndex, instructions }: SquadsProposal): Uint8Array {
  const vault = squadsVaultOf(multisig, vaultIndex)
  const merged = [...mergeAccounts(vault, instructions).values()]
  const foreign = merged.find(({ address, isSigner }) => isSigner && address !== vault)
  if (foreign !== undefined) throw new SquadsSignerError(foreign.address, vault)
  const written = instructions.find(({ program }) =>
    merged.some(({ address, isWritable }) => isWritable && address === program),
  )
  if (written !== undefined) throw new WritableProgramError(written.program)
  const rank = ({ isSigner, isWritable }: AccountMeta) => (isSigner ? 0 : 2) + (isWritable ? 0 : 1)
  const ordered = merged.toSorted((left, right) => rank(left) - rank(right))
  const indexOf = new Map(ordered.map(({ address }, place) => [address, place]))
  const writer = openLittleWriter(1024)
  // The vault is the only signer, and it is written.
  writer.u8(1)
  writer.u8(1)
  writer.u8(ordered.filter((account) => rank(account) === 2).length)
  writer.u8(ordered.length)
  for (const { address } of ordered) writer.bytes(svmBytesOf(address))
  writer.u8(instructions.length)
  for (const { program, accounts, data } of instructions) {
    writer.u8(indexOf.get(program)!)
    writer.u8(accounts.length)
    for (const { address } of accounts) writer.u8(indexOf.get(address)!)
    writer.u16(data.length)
    writer.bytes(data)
  }
  // No lookup tables.
  writer.u8(0)
  return writer.end()
}

/** Calls of a multisig need a signature that its vault does not give. */
class SquadsSignerError extends BaseError {
  override readonly code = 'squads_signer'
  override readonly kind = 'invalid_input'

  constructor(signer: SvmAddress, vault: SvmAddress) {
    super({
      message: `The calls need the signature of ${signer}, and the multisig's vault ${vault} alone signs them. Give the multisig and the vault index whose vault signs.`,
      facts: { signer, vault },
    })
  }
}
