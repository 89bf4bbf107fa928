import { readFileSync } from 'node:fs'
import { parseSvmAddress, type SvmAccount, type SvmAddress, svmBytesOf } from '@vaultwright/svm'

type SparseBytes = { readonly size: number; readonly parts: readonly string[] }

type ShownInstruction = {
  readonly program: string
  /** Address and role: 1 is written, 2 signs, 3 both. */
  readonly accounts: readonly string[]
  readonly data: string
}

/** The encodings of Kamino's own library; its source is in the file. */
export const kaminoVectors = JSON.parse(
  readFileSync(new URL('../../../fixtures/solana/kamino.json', import.meta.url), 'utf8'),
) as {
  readonly sub_account: SvmAddress
  readonly held: SvmAddress
  readonly market: SvmAddress
  readonly reserve: SvmAddress
  readonly supply: SvmAddress
  readonly collateral_mint: SvmAddress
  readonly collateral_supply: SvmAddress
  readonly farm: SvmAddress
  readonly debt_farm: SvmAddress
  readonly fee_receiver: SvmAddress
  readonly addresses: Readonly<
    Record<'user' | 'position' | 'farmUser' | 'debtFarmUser', SvmAddress>
  >
  readonly instructions: Readonly<Record<string, ShownInstruction>>
  readonly accounts: Readonly<Record<string, SparseBytes>>
}

const owner = parseSvmAddress('KLend2g3cP87fffoy8q1mQqGKjrxjC8boSyAYavgmjD')

/** An account of the vectors, with other bytes at some places. */
export function kaminoAccount(name: string, patches: KaminoPatches = new Map()): SvmAccount {
  const { size, parts } = kaminoVectors.accounts[name]!
  const data = new Uint8Array(size)
  for (const part of parts) {
    const [offset, hex] = part.split(' ')
    data.set(Buffer.from(hex!, 'hex'), Number(offset))
  }
  for (const [offset, value] of patches) data.set(bytesOf(value), offset)
  return { owner, data, lamports: 1n, executable: false }
}

/** Addresses and integers by where they begin. */
export type KaminoPatches = ReadonlyMap<number, SvmAddress | bigint>

function bytesOf(value: SvmAddress | bigint): Uint8Array {
  if (typeof value === 'string') return svmBytesOf(value)
  return new Uint8Array(new BigUint64Array([value]).buffer)
}

/** The parts of a position that a test chooses. */
export type KaminoPositionParts = {
  readonly market: SvmAddress
  readonly owner: SvmAddress
  /** Reserve and amount by place. */
  readonly deposits?: readonly (readonly [place: number, reserve: SvmAddress, amount: bigint])[]
  readonly borrows?: readonly (readonly [place: number, reserve: SvmAddress, amount: bigint])[]
  readonly referrer?: SvmAddress
}

/** A position with these reserves; the vectors pin where each of them begins. */
export function kaminoPosition(parts: KaminoPositionParts): SvmAccount {
  const { market, deposits = [], borrows = [], referrer } = parts
  return kaminoAccount(
    'empty_position',
    new Map<number, SvmAddress | bigint>([
      [32, market],
      [64, parts.owner],
      ...deposits.flatMap(([place, reserve, amount]): [number, SvmAddress | bigint][] => [
        [96 + 136 * place, reserve],
        [128 + 136 * place, amount],
      ]),
      ...borrows.flatMap(([place, reserve, amount]): [number, SvmAddress | bigint][] => [
        [1208 + 200 * place, reserve],
        [1296 + 200 * place, (amount << 60n) & (2n ** 64n - 1n)],
        [1304 + 200 * place, amount >> 4n],
      ]),
      ...(referrer === undefined ? [] : ([[2288, referrer]] as const)),
    ]),
  )
}
