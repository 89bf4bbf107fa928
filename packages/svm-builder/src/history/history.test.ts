import {
  closeDigestInstruction,
  defaultVaultProgram,
  initializeDigestInstruction,
  type Operator,
  svmAddressOf,
  systemTransferInstruction,
} from '@vaultwright/svm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { historyOf, type SvmPastTransaction } from './history.ts'

const filled = (value: number) => svmAddressOf(new Uint8Array(32).fill(value))
const authority = filled(1)
const vault = { program: defaultVaultProgram, vaultId: 3n }
const operators: readonly Operator[] = [{ kind: 'ingest_account', index: 4 }]
const digestOf = (seed: number) => new Uint8Array(32).fill(seed)

/** Acts in a row, each in a transaction of its own slot. */
function transactionsOf(
  acts: readonly { readonly kind: 'initialize' | 'close'; readonly seed: number }[],
  vaultId = 3n,
): readonly SvmPastTransaction[] {
  return acts.map(({ kind, seed }, index) => {
    const request = { authority, vaultId, digest: digestOf(seed) }
    const instruction =
      kind === 'close'
        ? closeDigestInstruction(request)
        : initializeDigestInstruction({ ...request, operators })
    const payment = { source: authority, recipient: filled(2), lamports: 1n }
    const instructions = [systemTransferInstruction(payment), instruction]
    return { signature: `signature ${index}`, slot: BigInt(index), unixTime: null, instructions }
  })
}

const seeds = fc.array(fc.nat(4), { maxLength: 30 })

test('law: a digest is open exactly when it was created once more than it was closed', () => {
  fc.assert(
    fc.property(seeds, (order) => {
      const open = new Set<number>()
      const acts = order.map((seed) => {
        const kind = open.delete(seed) ? ('close' as const) : ('initialize' as const)
        if (kind === 'initialize') open.add(seed)
        return { kind, seed }
      })
      const { events, periods } = historyOf(transactionsOf(acts), vault)
      expect(events.map(({ kind }) => kind)).toEqual(acts.map(({ kind }) => kind))
      const left = periods.filter(({ closed }) => closed === null)
      expect(left.map(({ digestHex }) => digestHex).sort()).toEqual(
        [...open].map((seed) => `0${seed}`.repeat(32)).sort(),
      )
      expect(periods.every(({ created }) => created?.operators?.length === 1)).toBe(true)
      const halves = periods.length * 2 - left.length
      expect(events.length).toBe(halves)
    }),
  )
})

test('golden: an end whose creation is not on record is a period of its own', () => {
  const { periods } = historyOf(transactionsOf([{ kind: 'close', seed: 7 }]), vault)
  expect(periods).toMatchObject([
    { digestHex: '07'.repeat(32), created: null, closed: { slot: 0n, authority, operators: null } },
  ])
})

test('refuses: acts of another vault and of another program', () => {
  const acts = [{ kind: 'initialize', seed: 1 } as const]
  expect(historyOf(transactionsOf(acts, 4n), vault).events).toEqual([])
  const otherVault = { ...vault, program: filled(9) }
  expect(historyOf(transactionsOf(acts), otherVault).events).toEqual([])
})
