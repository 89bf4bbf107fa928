import type { SvmAddress } from '../address/address.ts'
import { defaultVaultProgram, systemProgram } from '../address/known-address.ts'
import { openLittleReader } from '../bytes/little-reader.ts'
import { openLittleWriter } from '../bytes/little-writer.ts'
import {
  type Instruction,
  readonlyAccount,
  writableAccount,
  writableSignerAccount,
} from '../call/instruction.ts'
import { decodeOperators, encodeOperators, type Operator } from '../call/operator.ts'
import { vaultAddresses } from '../vault/vault-address.ts'
import { hasDiscriminator, MalformedInstructionError } from './discriminator.ts'

/** The first 8 bytes of sha256 of `global:` and the instruction's name. */
const initializeDiscriminator = Uint8Array.of(0x89, 0x09, 0x78, 0x5d, 0xb6, 0xc2, 0x64, 0x93)
const closeDiscriminator = Uint8Array.of(0xde, 0xe5, 0x1d, 0x58, 0x90, 0x65, 0x3d, 0x4f)
const viewDiscriminator = Uint8Array.of(0xf3, 0x0a, 0x1b, 0xa0, 0xaf, 0x70, 0x77, 0x3c)

/** A permission that an authority gives or takes. */
export type DigestAdmin = {
  readonly vaultId: bigint
  /** 32 bytes. */
  readonly digest: Uint8Array
  readonly authority: SvmAddress
  readonly digestAddress: SvmAddress
} & (
  | { readonly kind: 'initialize'; readonly operators: readonly Operator[] }
  | { readonly kind: 'close' }
)

/** A request to give or take a permission. */
type DigestRequest = {
  /** Default: the published vault program. */
  readonly program?: SvmAddress
  /** Signs, and pays the rent or gets it back. */
  readonly authority: SvmAddress
  readonly vaultId: bigint
  /** 32 bytes. */
  readonly digest: Uint8Array
}

/**
 * Writes `initialize_cpi_digest`, which gives a permission.
 *
 * The program does not check that the operators give this digest.
 */
export function initializeDigestInstruction(
  request: DigestRequest & { readonly operators: readonly Operator[] },
): Instruction {
  const { authority, vaultId, digest } = request
  const addresses = vaultAddresses(request.program)
  return {
    program: addresses.program,
    accounts: [
      writableSignerAccount(authority),
      readonlyAccount(systemProgram),
      readonlyAccount(addresses.state(vaultId)),
      writableAccount(addresses.cpiDigest(vaultId, digest)),
    ],
    data: dataOf(initializeDiscriminator, request, encodeOperators(request.operators)),
  }
}

/** Writes `close_cpi_digest`, which takes a permission. */
export function closeDigestInstruction(request: DigestRequest): Instruction {
  const { authority, vaultId, digest } = request
  const addresses = vaultAddresses(request.program)
  return {
    program: addresses.program,
    accounts: [
      writableSignerAccount(authority),
      readonlyAccount(addresses.state(vaultId)),
      writableAccount(addresses.cpiDigest(vaultId, digest)),
    ],
    data: dataOf(closeDiscriminator, request, new Uint8Array()),
  }
}

/**
 * Writes `view_cpi_digest`, which answers the digest of a call with 32 bytes.
 *
 * It must be the last instruction of its transaction: every later one clears the answer.
 *
 * @param program - default: the published vault program.
 */
export function viewDigestInstruction(
  innerCall: Instruction,
  operators: readonly Operator[],
  program: SvmAddress = defaultVaultProgram,
): Instruction {
  const writer = openLittleWriter()
  writer.bytes(viewDiscriminator)
  writer.u32(innerCall.data.length)
  writer.bytes(innerCall.data)
  writer.bytes(encodeOperators(operators))
  return {
    program,
    accounts: [readonlyAccount(innerCall.program), ...innerCall.accounts],
    data: writer.end(),
  }
}

/**
 * Reads `initialize_cpi_digest` or `close_cpi_digest`.
 *
 * @param program - default: the published vault program.
 * @returns null when it is another instruction or another program's.
 * @throws {MalformedInstructionError} when it is one of them and breaks off.
 * @throws {MalformedOperatorsError} when its operators cannot be read.
 */
export function readDigestInstruction(
  { program, accounts, data }: Instruction,
  vaultProgram: SvmAddress = defaultVaultProgram,
): DigestAdmin | null {
  if (program !== vaultProgram) return null
  const isInitialize = hasDiscriminator(data, initializeDiscriminator)
  if (!isInitialize && !hasDiscriminator(data, closeDiscriminator)) return null
  const name = isInitialize ? 'initialize_cpi_digest' : 'close_cpi_digest'
  const fail = (offset: number, reason: string) =>
    new MalformedInstructionError(name, offset, reason)
  const authority = accounts[0]
  const digestAccount = accounts[isInitialize ? 3 : 2]
  if (authority === undefined || digestAccount === undefined) {
    throw fail(0, `it names ${accounts.length} accounts and needs ${isInitialize ? 4 : 3}`)
  }
  const reader = openLittleReader(data, fail)
  reader.skip(8)
  const facts = {
    vaultId: reader.u64(),
    digest: reader.take(32),
    authority: authority.address,
    digestAddress: digestAccount.address,
  }
  if (!isInitialize) return { ...facts, kind: 'close' }
  return { ...facts, kind: 'initialize', operators: decodeOperators(data.subarray(48)) }
}

function dataOf(
  discriminator: Uint8Array,
  { vaultId, digest }: DigestRequest,
  operators: Uint8Array,
): Uint8Array {
  if (digest.length !== 32) {
    throw new MalformedInstructionError(
      'a digest',
      0,
      `it has ${digest.length} bytes instead of 32`,
    )
  }
  const writer = openLittleWriter()
  writer.bytes(discriminator)
  writer.u64(vaultId)
  writer.bytes(digest)
  writer.bytes(operators)
  return writer.end()
}
