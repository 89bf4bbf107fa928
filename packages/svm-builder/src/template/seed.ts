import { deriveAddress, type SvmAddress, svmBytesOf } from '@vaultwright/svm'

const encoder = new TextEncoder()

/** Derives the address of a program's account from a word and addresses. */
export function seededAddress(
  program: SvmAddress,
  word: string,
  ...addresses: readonly SvmAddress[]
): SvmAddress {
  return deriveAddress(program, [encoder.encode(word), ...addresses.map(svmBytesOf)]).address
}
