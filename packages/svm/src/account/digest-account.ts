import type { SvmAddress } from '../address/address.ts'
import { defaultVaultProgram } from '../address/known-address.ts'
import { decodeOperators, encodeOperators, type Operator } from '../call/operator.ts'
import { assertOwner, type SvmAccount, UnknownLayoutError } from './svm-account.ts'

/** `sha256("account:CpiDigest")`, its first 8 bytes. */
const discriminator = Uint8Array.of(0x17, 0x04, 0xbd, 0xb9, 0x60, 0x1b, 0x62, 0xe2)

/**
 * Reads the operators of a digest account.
 *
 * The account does not say which vault it is of or what it permits; its address does.
 *
 * @param program - default: the published vault program.
 * @throws {ForeignAccountError} when another program owns it.
 * @throws {UnknownLayoutError} when it is another account of the program.
 * @throws {MalformedOperatorsError} when its operators cannot be read.
 */
export function decodeDigestAccount(
  account: SvmAccount,
  program: SvmAddress = defaultVaultProgram,
): readonly Operator[] {
  assertOwner('digest account', account, [program])
  const { data } = account
  if (!discriminator.every((byte, index) => data[index] === byte)) {
    throw new UnknownLayoutError(
      'digest account',
      data.length,
      'its first 8 bytes are of another kind',
    )
  }
  return decodeOperators(data.subarray(discriminator.length))
}

/** Prints a digest account's data as the program writes it: 8 + 24 + 8 bytes an operator, padded with zeros. */
export function encodeDigestAccount(operators: readonly Operator[]): Uint8Array {
  const data = new Uint8Array(32 + 8 * operators.length)
  data.set(discriminator)
  data.set(encodeOperators(operators), discriminator.length)
  return data
}
