import {
  ForeignAccountError,
  type SvmAccount,
  type SvmAddress,
  svmAddressOf,
  UnknownLayoutError,
} from '@vaultwright/svm'

/** The layout that tells an account of a program from others. */
export type AccountLayout = {
  readonly what: string
  readonly program: SvmAddress
  /** The first bytes. */
  readonly tag: readonly number[]
  /** Bytes that it has; at least so many where later versions made it longer. */
  readonly size: number
  readonly isOpenEnded?: boolean
}

/** Fields of an account by where they begin; integers are little-endian. */
export type AccountView = {
  readonly address: (start: number) => SvmAddress
  readonly u8: (start: number) => number
  readonly u64: (start: number) => bigint
  /** Of so many words of 64 bits. */
  readonly unsigned: (start: number, words: number) => bigint
}

/**
 * Opens an account whose fields are read by offset. Every offset below its size lies within it.
 *
 * @throws {ForeignAccountError} {UnknownLayoutError} when it is another account.
 */
export function openAccountView(account: SvmAccount, layout: AccountLayout): AccountView {
  const { owner, data } = account
  const { what, program, tag, size, isOpenEnded = false } = layout
  if (owner !== program) throw new ForeignAccountError(what, owner, [program])
  if (isOpenEnded ? data.length < size : data.length !== size)
    throw new UnknownLayoutError(what, data.length, `the layout that is read has ${size} bytes`)
  if (tag.some((byte, index) => data[index] !== byte))
    throw new UnknownLayoutError(what, data.length, 'it is of another kind')
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const u64 = (start: number) => view.getBigUint64(start, true)
  return {
    address: (start) => svmAddressOf(data.slice(start, start + 32)),
    u8: (start) => view.getUint8(start),
    u64,
    unsigned: (start, words) => {
      let value = 0n
      for (let word = words - 1; word >= 0; word--) value = (value << 64n) + u64(start + 8 * word)
      return value
    },
  }
}
